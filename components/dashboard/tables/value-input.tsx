"use client";

import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { Column } from "@/lib/sql/tables/resource";
import { withBreaksOf } from "./line-breaks";
import classes from "./tables.module.css";

interface Props {
  column: Column;
  value: string;
  onChange: (value: string) => void;
  /** The label, which is the name of the column by default. */
  label?: string;
  isLabelHidden?: boolean;
  description?: string;
  placeholder?: string;
  hasAutofocus?: boolean;
  onEnter?: () => void;
}

/** The values of booleans as PostgreSQL writes them. */
const BOOLEANS = [
  { value: "t", label: "true" },
  { value: "f", label: "false" },
];

const asChoices = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

const DAY = /^(\d{4}-\d{2}-\d{2})?$/;

/** The input that fits the type of a column. */
export function ValueInput(props: Props) {
  const { column, value, onChange, isLabelHidden, description, placeholder, hasAutofocus, onEnter } = props;
  const label = props.label ?? column.name;
  const shared = {
    ...(isLabelHidden ? { "aria-label": label } : { label: <bdi>{label}</bdi>, description }),
    ...(hasAutofocus && { "data-autofocus": true }),
    value,
    placeholder,
  };
  if (column.input === "boolean" || column.input === "enum") {
    const choices = column.input === "enum" ? asChoices(column.labels) : BOOLEANS;
    const data = choices.some((choice) => choice.value === value)
      ? choices
      : [{ value, label: value || (placeholder ?? "") }, ...choices];
    return <NativeSelect {...shared} data={data} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  if (column.input === "number" || (column.input === "date" && DAY.test(value))) {
    return (
      <TextInput
        {...shared}
        {...(column.input === "date" ? { type: "date" } : { inputMode: "decimal" })}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && onEnter?.()}
      />
    );
  }
  return (
    <Textarea
      {...shared}
      autosize
      minRows={column.input === "json" ? 3 : 1}
      maxRows={14}
      spellCheck={false}
      classNames={{ input: classes.value }}
      onChange={(event) => onChange(withBreaksOf(value, event.currentTarget.value))}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.shiftKey || !onEnter) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
