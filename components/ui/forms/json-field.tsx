import { Textarea } from "@mantine/core";
import { useState } from "react";
import type { FormField } from "@/lib/web/forms/resource";
import type { Announced } from "./announced";
import { shownText } from "./filled-form";

interface Props {
  field: FormField;
  announced: Announced;
}

/** A JSON object, whose faults of grammar are told once the field is left. */
export function JsonField({ field, announced }: Props) {
  const [text, setText] = useState(() => shownText(field));
  const [isChecked, setChecked] = useState(false);
  return (
    <Textarea
      {...announced}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => setChecked(true)}
      error={announced.error ?? (isChecked ? problemOf(text) : null)}
      maxLength={field.maxLength}
      autosize
      minRows={4}
      maxRows={14}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
    />
  );
}

/** Returns the fault of a text that is to be a JSON object, as far as the page can tell. */
function problemOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? null : "Write a JSON object.";
  } catch (error) {
    return error instanceof SyntaxError ? error.message : "Write a JSON object.";
  }
}
