"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Column } from "@/lib/sql/tables/resource";
import { standIn } from "./pending-marks";
import classes from "./tables.module.css";
import type { RowEdits } from "./use-row-edits";
import { faultOf, meantBy } from "./value-check";
import { ValueInput } from "./value-input";

interface Props {
  edits: RowEdits;
  isReadOnly: boolean;
}

/** A dialog with one row as a form, for tables that are wider than the screen. */
export function RowForm({ edits, isReadOnly }: Props) {
  const { formRow, setFormRow, table, grid } = edits;
  const close = () => {
    setFormRow(null);
    grid.focus();
  };
  const title = `Row ${grid.rowsBefore + (formRow ?? 0) + 1} of ${table.shape.name}`;
  return (
    <Dialog opened={formRow !== null} onClose={close} size="lg" title={<bdi>{title}</bdi>}>
      {formRow !== null && <Fields row={formRow} edits={edits} isReadOnly={isReadOnly} close={close} />}
    </Dialog>
  );
}

function Fields({ row, edits, isReadOnly, close }: Props & { row: number; close: () => void }) {
  const { columns } = edits.table.shape;
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | null>>>({});
  const [fault, setFault] = useState<{ column: string; message: string } | null>(null);
  const submit = () => {
    const given = columns.filter(({ name }) => name in drafts);
    const values = given.map((column) => ({ column, value: meantBy(column, drafts[column.name] ?? null) }));
    const wrong = values.find(({ column, value }) => faultOf(column, value) !== null);
    if (wrong) return setFault({ column: wrong.column.name, message: faultOf(wrong.column, wrong.value) ?? "" });
    const places = values.map(({ column, value }) => ({ row, column: columns.indexOf(column), value }));
    if (places.length > 0) void edits.put(places);
    close();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        {columns.map((column, place) => (
          <ColumnField
            key={column.name}
            {...{ edits, row, column, place, isReadOnly }}
            draft={drafts[column.name]}
            fault={fault?.column === column.name ? fault.message : null}
            onChange={(value) => setDrafts({ ...drafts, [column.name]: value })}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {isReadOnly ? "Close" : "Cancel"}
          </Button>
          {!isReadOnly && <Button type="submit">{edits.isCollected ? "Keep changes" : "Save row"}</Button>}
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps extends Props {
  row: number;
  column: Column;
  place: number;
  /** The value that was typed; `undefined` before any was. */
  draft: string | null | undefined;
  fault: string | null;
  onChange: (value: string | null) => void;
}

function ColumnField({ edits, row, column, place, isReadOnly, draft, fault, onChange }: FieldProps) {
  const shown = edits.table.rows[row];
  const stored = shown?.cells[place] ?? null;
  const isCut = shown?.cut.includes(place) ?? false;
  const isGiven = !shown?.given || column.name in shown.given;
  const value = draft === undefined ? stored : draft;
  const placeholder = value === null ? (isGiven || draft === null ? "NULL" : standIn(column)) : "";
  if (isReadOnly || column.isGenerated || isCut) {
    const note = isCut ? `${column.type}, shortened: open the cell to see all of it` : column.type;
    return (
      <TextInput
        label={<bdi>{column.name}</bdi>}
        description={note}
        readOnly
        value={value ?? ""}
        placeholder={placeholder}
      />
    );
  }
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <div className={classes.field}>
          <ValueInput
            column={column}
            value={value ?? ""}
            onChange={onChange}
            description={column.type}
            placeholder={placeholder}
          />
        </div>
        {column.isNullable && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Set ${column.name} to NULL`}
            disabled={value === null && isGiven}
            onClick={() => onChange(null)}
          >
            NULL
          </Button>
        )}
      </Group>
      {fault !== null && (
        <Text role="alert" size="sm" className={classes.fault}>
          {fault}
        </Text>
      )}
    </div>
  );
}
