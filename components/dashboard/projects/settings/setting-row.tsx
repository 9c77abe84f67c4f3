"use client";

import { UnstyledButton } from "@mantine/core";
import type { SettingField, SettingValue } from "@/lib/web/resource";
import type { ControlProps } from "./control-props";
import { durationText } from "./duration";
import { SettingControl } from "./setting-control";
import classes from "./settings.module.css";

/** A setting, and its default where it differs. */
export function SettingRow(props: ControlProps) {
  const { field, value, change, isReadOnly } = props;
  const isStandard = JSON.stringify(value) === JSON.stringify(field.standard);
  return (
    <div className={classes.row} data-path={field.path}>
      <SettingControl {...props} />
      {!isStandard && (
        <div className={classes.standard}>
          Default: {standardText(field)}
          {!isReadOnly && (
            <UnstyledButton
              className={classes.reset}
              onClick={() => change(field.standard)}
              aria-label={`Reset ${field.label} to the default`}
            >
              Reset
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  );
}

function standardText({ kind, standard, choices, unit }: SettingField): string {
  if (kind === "switch") return standard ? "on" : "off";
  if (isEmpty(standard)) return "empty";
  if (kind === "seconds") return durationText(Number(standard));
  if (kind === "choice") return choices.find(({ value }) => value === standard)?.label ?? String(standard);
  return `${typeof standard === "number" ? standard.toLocaleString("en") : String(standard)}${unit ? ` ${unit}` : ""}`;
}

const isEmpty = (value: SettingValue) => value === null || value === "" || (Array.isArray(value) && value.length === 0);
