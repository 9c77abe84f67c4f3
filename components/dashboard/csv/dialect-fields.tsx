"use client";

import { Checkbox, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { Dialect } from "./read-head";

interface Props {
  dialect: Dialect;
  set: (part: Partial<Dialect>) => void;
}

/** How the file is read; what is shown first was found by looking at it. */
export function DialectFields({ dialect, set }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        <NativeSelect
          label="Delimiter"
          value={dialect.delimiter}
          data={[
            { value: ",", label: "Comma" },
            { value: ";", label: "Semicolon" },
            { value: "\t", label: "Tab" },
            { value: "|", label: "Pipe" },
          ]}
          onChange={(event) => set({ delimiter: event.currentTarget.value as Dialect["delimiter"] })}
        />
        <NativeSelect
          label="Quote"
          value={dialect.quote}
          data={[
            { value: '"', label: '"' },
            { value: "'", label: "'" },
          ]}
          onChange={(event) => set({ quote: event.currentTarget.value as Dialect["quote"] })}
        />
        <NativeSelect
          label="Encoding"
          value={dialect.encoding}
          data={[
            { value: "utf-8", label: "UTF-8" },
            { value: "windows-1252", label: "Windows-1252" },
            { value: "utf-16le", label: "UTF-16" },
          ]}
          onChange={(event) => set({ encoding: event.currentTarget.value as Dialect["encoding"] })}
        />
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
