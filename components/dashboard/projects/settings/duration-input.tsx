"use client";

import { Group, NativeSelect, NumberInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useState } from "react";
import type { ControlProps } from "./control-props";
import { UNITS, unitOf } from "./duration";

interface Props extends ControlProps {
  common: { id: string; label: string; description: string | undefined; error: ReactNode; disabled: boolean };
}

/** A duration as a number and its unit; the value is in seconds. */
export function DurationInput({ field, value, change, common }: Props) {
  const seconds = typeof value === "number" ? value : null;
  const [unit, setUnit] = useState(unitOf(seconds ?? 0));
  // A value that was reset may be no whole number of the unit that was chosen.
  const shownUnit = seconds !== null && seconds % unit !== 0 ? unitOf(seconds) : unit;
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <NumberInput
        {...common}
        value={seconds === null ? "" : seconds / shownUnit}
        onChange={(next) => change(typeof next === "number" ? next * shownUnit : null)}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        inputWrapperOrder={["label", "description", "error", "input"]}
        flex={1}
        maw="20rem"
      />
      <NativeSelect
        aria-label={`Unit of ${field.label}`}
        disabled={common.disabled}
        data={[...UNITS]}
        value={String(shownUnit)}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          setUnit(next);
          if (seconds !== null) change((seconds / shownUnit) * next);
        }}
      />
    </Group>
  );
}
