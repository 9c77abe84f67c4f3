"use client";

import { Checkbox, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { Dialect } from "./read-head";

interface Props {
  dialect: Dialect;
  set: (part: Partial<Dialect>) => void;
}

const CHOICES: { name: "delimiter" | "quote" | "encoding"; label: string; data: [value: string, label: string][] }[] = [
  {
    name: "delimiter",
    label: "Delimiter",
    data: [
      [",", "Comma"],
      [";", "Semicolon"],
      ["\t", "Tab"],
      ["|", "Pipe"],
    ],
  },
  {
    name: "quote",
    label: "Quote",
    data: [
      ['"', '"'],
      ["'", "'"],
    ],
  },
  {
    name: "encoding",
    label: "Encoding",
    data: [
      ["utf-8", "UTF-8"],
      ["windows-1252", "Windows-1252"],
      ["utf-16le", "UTF-16"],
    ],
  },
];

/** The fields for the format of the file; their first values were found by looking at it. */
export function DialectFields({ dialect, set }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        {CHOICES.map(({ name, label, data }) => (
          <NativeSelect
            key={name}
            label={label}
            value={dialect[name]}
            data={data.map(([value, shown]) => ({ value, label: shown }))}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
        <TextInput
          label="Text for NULL"
          placeholder="empty field"
          maxLength={20}
          value={dialect.nullText}
          onChange={(event) => set({ nullText: event.currentTarget.value.replace(/["']/g, "") })}
        />
      </SimpleGrid>
      <Checkbox
        label="The first line has the names of the columns"
        checked={dialect.hasHeader}
        onChange={(event) => set({ hasHeader: event.currentTarget.checked })}
      />
    </>
  );
}
