"use client";

import { ActionIcon, Autocomplete, Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { readTableName, writeTableName } from "./forms/table-name";
import { type ColumnDraft, type Field, REFERENCE_ACTIONS, type ReferenceAction } from "./sql/columns";
import classes from "./structure.module.css";

interface Props {
  column: ColumnDraft;
  fault: { field: Field; message: string } | null;
  known: { types: readonly string[]; tables: readonly string[] };
  onChange: (part: Partial<ColumnDraft>) => void;
  onRemove: () => void;
}

/** One column of a table that is being created. Settings that are needed less often open below it. */
export function DraftColumn({ column, fault, known, onChange, onRemove }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const label = column.name || "the new column";
  const errorOf = (field: Field) => (fault?.field === field ? fault.message : null);
  return (
    <li className={classes.draft}>
      <Group gap="xs" align="flex-start" wrap="wrap">
        <TextInput
          aria-label="Column name"
          placeholder="name"
          flex="2 1 8rem"
          value={column.name}
          error={errorOf("name")}
          spellCheck={false}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Autocomplete
          aria-label={`Type of ${label}`}
          flex="2 1 9rem"
          classNames={{ input: classes.sql }}
          data={[...known.types]}
          limit={60}
          value={column.type}
          error={errorOf("type")}
          spellCheck={false}
          onChange={(type) => onChange({ type })}
        />
        <TextInput
          aria-label={`Default of ${label}`}
          placeholder={column.identity ? "counts up" : "no default"}
          flex="2 1 8rem"
          classNames={{ input: classes.sql }}
          value={column.default}
          error={errorOf("default")}
          spellCheck={false}
          onChange={(event) => onChange({ default: event.currentTarget.value })}
        />
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`More for ${label}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Group gap="md" mt={6}>
        <Checkbox
          size="xs"
          label="Primary key"
          checked={column.isKey}
          onChange={(event) => onChange({ isKey: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label="NULL allowed"
          checked={column.isNullable && !column.isKey}
          disabled={column.isKey || column.identity !== ""}
          onChange={(event) => onChange({ isNullable: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label="Unique"
          checked={column.isUnique}
          onChange={(event) => onChange({ isUnique: event.currentTarget.checked })}
        />
      </Group>
      {isOpen && <MoreOfColumn column={column} error={errorOf("identity")} tables={known.tables} onChange={onChange} />}
    </li>
  );
}

interface MoreProps {
  column: ColumnDraft;
  error: string | null;
  tables: readonly string[];
  onChange: (part: Partial<ColumnDraft>) => void;
}

function MoreOfColumn({ column, error, tables, onChange }: MoreProps) {
  const { references } = column;
  const [target, setTarget] = useState(references ? writeTableName(references.table) : "");
  const refer = (text: string, onDelete: ReferenceAction) => {
    setTarget(text);
    const table = readTableName(text);
    onChange({ references: table && { table, columns: [], onDelete, onUpdate: "NO ACTION" } });
  };
  const onDelete = references?.onDelete ?? "NO ACTION";
  return (
    <Group gap="xs" mt="xs" align="flex-start">
      <NativeSelect
        label="Counts up"
        flex="1 1 8rem"
        value={column.identity}
        error={error}
        data={[
          { value: "", label: "no" },
          { value: "always", label: "always" },
          { value: "by default", label: "unless given" },
        ]}
        onChange={(event) => onChange({ identity: event.currentTarget.value as ColumnDraft["identity"] })}
      />
      <Autocomplete
        label="References"
        flex="1 1 9rem"
        placeholder="no table"
        data={[...tables]}
        limit={60}
        value={target}
        onChange={(text) => refer(text, onDelete)}
      />
      <NativeSelect
        label="When that row is deleted"
        flex="1 1 9rem"
        value={onDelete}
        disabled={references === null}
        data={[...REFERENCE_ACTIONS]}
        onChange={(event) => refer(target, event.currentTarget.value as ReferenceAction)}
      />
      <TextInput
        label="Comment"
        flex="1 1 100%"
        value={column.comment}
        onChange={(event) => onChange({ comment: event.currentTarget.value })}
      />
    </Group>
  );
}
