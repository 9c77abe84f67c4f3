"use client";

import { Group, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import type { RowCondition } from "@/lib/sql/tables/filters/resource";
import type { Column } from "@/lib/sql/tables/resource";
import { listText, OPERATORS } from "./filter-words";
import { pickerOf } from "./time-picker";

interface Props {
  condition: RowCondition;
  column: Column | undefined;
  /** The text of a list as it is being typed. */
  list: string;
  /** Whether the form has a sheet to itself. */
  isSheet: boolean;
  onChange: (part: Partial<RowCondition>) => void;
  onList: (text: string) => void;
}

/** The fields for the values of a condition: none, one, two, or a list. */
export function ConditionValue({ condition, column, list, isSheet, onChange, onList }: Props) {
  const { operator, value = "", values = [] } = condition;
  const { takes } = OPERATORS[operator];
  const size = isSheet ? "sm" : "xs";
  if (takes === "none") return null;
  if (takes === "list") {
    return (
      <Textarea
        size={size}
        aria-label="Values"
        placeholder="One per line, or separated by commas"
        autosize
        minRows={3}
        maxRows={8}
        defaultValue={list || listText(values)}
        onChange={(event) => onList(event.currentTarget.value)}
      />
    );
  }
  if (takes === "two") {
    const [from = "", to = ""] = values;
    return (
      <Group gap={6} wrap="nowrap">
        <OneValue
          label="From"
          column={column}
          condition={condition}
          size={size}
          value={from}
          onChange={(each) => onChange({ values: [each, to] })}
        />
        <Text size="xs">and</Text>
        <OneValue
          label="To"
          column={column}
          condition={condition}
          size={size}
          value={to}
          onChange={(each) => onChange({ values: [from, each] })}
        />
      </Group>
    );
  }
  return (
    <OneValue
      label="Value"
      column={column}
      condition={condition}
      size={size}
      value={value}
      onChange={(each) => onChange({ value: each })}
    />
  );
}

interface OneProps {
  label: string;
  column: Column | undefined;
  condition: RowCondition;
  size: "xs" | "sm";
  value: string;
  onChange: (value: string) => void;
}

/** Operators that compare by the column's type, not by the text of a value. */
const TYPED = new Set(["equals", "differs", "less", "at most", "greater", "at least", "between"]);

function OneValue({ label, column, condition: { operator }, size, value, onChange }: OneProps) {
  const isTyped = TYPED.has(operator);
  const choices = isTyped && column ? choicesOf(column) : [];
  if (choices.length > 0) {
    return (
      <NativeSelect
        size={size}
        flex={1}
        aria-label={label}
        value={value}
        data={[{ value: "", label: "Choose…" }, ...choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const picker = isTyped && column ? pickerOf(column, value) : null;
  return (
    <TextInput
      size={size}
      flex={1}
      miw={90}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={1_000}
      {...(picker
        ? { type: picker.type, step: picker.step, value: picker.shown }
        : { value, placeholder: isTyped ? (column?.type ?? "") : "" })}
      onChange={(event) => onChange(picker ? picker.read(event.currentTarget.value) : event.currentTarget.value)}
    />
  );
}

function choicesOf({ input, labels }: Column) {
  if (input === "enum") return labels.map((label) => ({ value: label, label }));
  return input === "boolean" ? ["true", "false"].map((word) => ({ value: word, label: word })) : [];
}
