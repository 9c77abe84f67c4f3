"use client";

import { Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { possibleKeys, renamed } from "./read-head";
import { type Chosen, numberedName } from "./use-import";

interface Props {
  name: string;
  setName: (name: string) => void;
  schema: string;
  setSchema: (schema: string) => void;
  chosen: Chosen;
  setChosen: (chosen: Chosen) => void;
}

/** The name of a new table, and the key that tells its rows apart. */
export function NewTableFields({ name, setName, schema, setSchema, chosen, setChosen }: Props) {
  const { head, columns, dialect, key } = chosen;
  const possible = new Set(possibleKeys(head, dialect.nullText));
  const choices = [
    ...columns.map((column, place) => ({ value: `${place}`, label: column ?? "", disabled: !possible.has(place) })),
    { value: "numbered", label: `A new column, ${numberedName(columns)}, that numbers the rows` },
    { value: "", label: "None: rows can't be edited in the dashboard" },
  ];
  const chooseKey = (value: string) => {
    const place = value === "" ? null : Number(value);
    setChosen({ ...chosen, key: value === "numbered" ? value : place });
  };
  return (
    <>
      <Group gap="sm" align="flex-start">
        <TextInput
          label="Name of the table"
          required
          maxLength={60}
          flex="2 1 12rem"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Schema"
          required
          maxLength={60}
          flex="1 1 8rem"
          value={schema}
          onChange={(event) => setSchema(event.currentTarget.value)}
        />
      </Group>
      <NativeSelect
        label="Primary key"
        description="Tells rows apart. Columns with an empty or a repeated value can't be chosen."
        value={key === null ? "" : `${key}`}
        data={choices}
        onChange={(event) => chooseKey(event.currentTarget.value)}
      />
      <Renamed head={head} />
    </>
  );
}

/** Says which names of the header the table can't take over. */
function Renamed({ head }: Pick<Chosen, "head">) {
  const others = renamed(head);
  if (others.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      The header has names that are empty, repeated or too long. The table gets {others.join(", ")} instead.
    </Text>
  );
}
