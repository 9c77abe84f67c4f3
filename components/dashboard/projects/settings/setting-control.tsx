"use client";

import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { ControlProps } from "./control-props";
import { DurationInput } from "./duration-input";

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
