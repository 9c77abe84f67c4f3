"use client";

import { Textarea, UnstyledButton } from "@mantine/core";
import type { Ref } from "react";
import type { ParameterValues } from "@/lib/sql/statements/resource";
import classes from "./parameter-row.module.css";

interface Props {
  ref: Ref<HTMLDivElement>;
  /** The parameters as they are written, such as `:id` and `$1`. */
  names: readonly string[];
  values: ParameterValues;
  enter: (name: string, value: string | null) => void;
  run: () => void;
}

/** A field for each parameter of the text. Enter runs, Shift Enter begins a new line of a value. */
export function ParameterRow({ ref, names, values, enter, run }: Props) {
  if (names.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box of its own
    <div ref={ref} role="group" aria-label="Parameters" className={classes.row}>
      {names.map((name) => (
        <Parameter key={name} name={name} value={values[name]} enter={(value) => enter(name, value)} run={run} />
      ))}
    </div>
  );
}

interface ParameterProps {
  name: string;
  /** Without a value nothing was entered yet. */
  value: string | null | undefined;
  enter: (value: string | null) => void;
  run: () => void;
}

function Parameter({ name, value, enter, run }: ParameterProps) {
  const isNull = value === null;
  return (
    <div className={classes.parameter}>
      <span aria-hidden className={classes.name}>
        {name}
      </span>
      <Textarea
        rows={1}
        size="xs"
        aria-label={name}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        classNames={{ input: classes.value ?? "", section: classes.section ?? "" }}
        value={value ?? ""}
        placeholder={isNull ? "NULL" : value === "" ? "empty text" : "value"}
        onChange={(event) => enter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          run();
        }}
        rightSectionWidth={44}
        rightSection={
          <UnstyledButton
            className={classes.null}
            aria-label={`${name} is NULL`}
            aria-pressed={isNull}
            onClick={() => enter(isNull ? "" : null)}
          >
            NULL
          </UnstyledButton>
        }
      />
    </div>
  );
}
