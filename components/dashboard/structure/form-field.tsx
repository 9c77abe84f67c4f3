"use client";

import {
  ActionIcon,
  Autocomplete,
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { FieldValue, FormField } from "./forms/form";
import type { IndexKey } from "./sql/parts";
import classes from "./structure.module.css";

interface Props {
  field: FormField;
  value: FieldValue;
  error: string | null;
  /** The types and tables that are offered. */
  types: readonly string[];
  tables: readonly string[];
  onChange: (value: FieldValue) => void;
}

/** One field of a form that writes SQL. */
export function FormFieldInput({ field, value, error, types, tables, onChange }: Props) {
  const shared = { label: field.label, description: field.description, error, name: field.name };
  const text = { ...shared, value: String(value), spellCheck: false, autoComplete: "off" };
  switch (field.kind) {
    case "check":
      return (
        <Checkbox {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case "choice":
      return (
        <NativeSelect
          {...shared}
          value={String(value)}
          data={[...field.choices]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "columns":
      return (
        <MultiSelect
          {...shared}
          value={[...(value as readonly string[])]}
          data={[...field.choices]}
          searchable
          onChange={onChange}
        />
      );
    case "keys":
      return (
        <KeyList
          {...{ value: value as readonly IndexKey[], error, onChange }}
          label={field.label}
          choices={field.choices}
        />
      );
    case "type":
    case "table":
      return (
        <Autocomplete
          {...text}
          placeholder={field.placeholder}
          classNames={{ input: classes.sql }}
          data={[...(field.kind === "type" ? types : tables)]}
          limit={60}
          onChange={onChange}
        />
      );
    case "labels":
      return (
        <Textarea
          {...text}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...text}
          placeholder={field.placeholder}
          classNames={field.kind === "expression" ? { input: classes.sql } : {}}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

interface KeyListProps {
  label: string;
  value: readonly IndexKey[];
  choices: readonly string[];
  error: string | null;
  onChange: (value: readonly IndexKey[]) => void;
}

/** The columns and expressions of an index, in their order. */
function KeyList({ label, value, choices, error, onChange }: KeyListProps) {
  const put = (place: number, key: IndexKey) => onChange(value.map((each, index) => (index === place ? key : each)));
  return (
    <Stack gap={6}>
      {value.map((key, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key has no name of its own
        <Group key={place} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={key.isExpression ? `Expression ${place + 1}` : `Column ${place + 1}`}
            classNames={{ input: classes.sql }}
            readOnly={!key.isExpression}
            value={key.text}
            onChange={(event) => put(place, { ...key, text: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={`Order of ${key.text || `expression ${place + 1}`}`}
            w={130}
            value={key.isDescending ? "descending" : "ascending"}
            data={["ascending", "descending"]}
            onChange={(event) => put(place, { ...key, isDescending: event.currentTarget.value === "descending" })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${key.text || `expression ${place + 1}`}`}
            onClick={() => onChange(value.filter((_, index) => index !== place))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <NativeSelect
        label={label}
        error={error}
        value=""
        data={[
          { value: "", label: value.length === 0 ? "Choose a column" : "Add another one" },
          ...choices.map((name) => ({ value: `c${name}`, label: name })),
          { value: "e", label: "An expression…" },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen === "") return;
          const isExpression = chosen === "e";
          onChange([...value, { text: isExpression ? "" : chosen.slice(1), isExpression, isDescending: false }]);
        }}
      />
    </Stack>
  );
}
