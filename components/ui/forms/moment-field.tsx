"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { FormField } from "@/lib/web/forms/resource";
import { localInputText, secondText } from "../moment-text";
import { TimedText } from "../timed-text";
import type { Announced } from "./announced";
import { shownText } from "./filled-form";

interface Props {
  field: FormField;
  announced: Announced;
}

/** A time to the second, which is picked in the reader's time zone and sent, as it is said below the label, in UTC. */
export function MomentField({ field, announced: { name, description, error, ...shared } }: Props) {
  const [at, setAt] = useState(shownText(field));
  const note = at === "" ? description : secondText(at, false);
  return (
    <>
      <TextInput
        {...shared}
        description={note}
        error={error !== null && <TimedText text={error} />}
        type="datetime-local"
        step={1}
        defaultValue={at === "" ? "" : localInputText(at)}
        onChange={({ currentTarget: { value } }) => setAt(value === "" ? "" : new Date(value).toISOString())}
        required={field.isRequired}
        data-field={field.name}
      />
      <input type="hidden" name={name} value={at} />
    </>
  );
}
