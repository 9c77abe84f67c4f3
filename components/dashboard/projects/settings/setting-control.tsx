"use client";

import { Group, NativeSelect, NumberInput, Switch, Textarea, TextInput } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ControlProps } from "./control-props";
import { UNITS, unitOf } from "./duration";

/** Its palette floats, which takes a quarter of a page's scripts, and few pages have a colour. */
const ColorControl = lazy(() => import("./color-control"));

/** The control of one setting, by its kind. */
export function SettingControl(props: ControlProps) {
  const { field, value, change, error, isReadOnly } = props;
  const { kind, label, note, path, unit, placeholder } = field;
  const common = { id: `setting-${path}`, label, description: note, error, disabled: isReadOnly };
  const written = { ...common, placeholder, autoComplete: "off", spellCheck: false };
  if (kind === "switch") {
    return <Switch {...common} checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />;
  }
  if (kind === "seconds") return <DurationInput {...props} common={common} />;
  if (kind === "number") {
    return (
      <NumberInput
        {...common}
        value={typeof value === "number" ? value : ""}
        onChange={(next) => change(typeof next === "number" ? next : null)}
        suffix={unit ? ` ${unit}` : ""}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        maw="14rem"
      />
    );
  }
  if (kind === "choice") {
    return (
      <NativeSelect
        {...common}
        data={[...field.choices]}
        value={String(value)}
        onChange={(event) => change(event.currentTarget.value)}
        maw="14rem"
      />
    );
  }
  if (kind === "lines" || kind === "pairs") {
    const lines = Array.isArray(value) ? value : [];
    return (
      <Textarea
        {...written}
        value={lines.join("\n")}
        onChange={(event) => change(event.currentTarget.value === "" ? [] : event.currentTarget.value.split("\n"))}
        autosize
        minRows={2}
        maxRows={12}
      />
    );
  }
  if (kind === "color") {
    return (
      <Suspense fallback={<TextInput {...written} value={String(value)} readOnly maw="14rem" />}>
        <ColorControl {...common} value={String(value)} change={change} />
      </Suspense>
    );
  }
  return (
    <TextInput
      {...written}
      value={typeof value === "string" ? value : ""}
      onChange={(event) =>
        change(event.currentTarget.value === "" && field.isNullable ? null : event.currentTarget.value)
      }
    />
  );
}

interface Props extends ControlProps {
  common: { id: string; label: string; description: string | undefined; error: ReactNode; disabled: boolean };
}

/** A duration as a number and its unit; the value is in seconds. */
function DurationInput({ field, value, change, common }: Props) {
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
