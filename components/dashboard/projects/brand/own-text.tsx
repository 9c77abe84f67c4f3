"use client";

import { TextInput, UnstyledButton } from "@mantine/core";
import type { ControlProps } from "../settings/control-props";
import settingsClasses from "../settings/settings.module.css";
import type { TextField } from "./use-text-fields";

interface Props extends ControlProps {
  field: TextField;
}

/** One text: empty uses the default, which stands above and in the field. */
export function OwnText({ field, value, change, error, isReadOnly }: Props) {
  const { label, name, path, locale, note, max, placeholder } = field;
  return (
    <div className={settingsClasses.row} data-path={path}>
      <TextInput
        id={`setting-${path}`}
        label={
          <span lang={locale} dir="auto">
            {label}
          </span>
        }
        description={note}
        placeholder={placeholder}
        lang={locale}
        dir="auto"
        value={typeof value === "string" ? value : ""}
        maxLength={max}
        onChange={(event) => change(event.currentTarget.value === "" ? null : event.currentTarget.value)}
        error={error}
        disabled={isReadOnly}
        autoComplete="off"
      />
      {value !== null && (
        <div className={settingsClasses.standard}>
          Differs from the default
          {!isReadOnly && (
            <UnstyledButton
              className={settingsClasses.reset}
              onClick={() => change(null)}
              aria-label={`Reset ${name} to the default`}
            >
              Reset
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  );
}
