"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Dialog } from "@/components/ui/dialog";
import { useIsPhone } from "@/components/ui/use-is-phone";
import type { Column } from "@/lib/sql/tables/resource";
import { faultOf, meantBy } from "../values/value-check";
import { isRequired } from "./pending";
import { standIn } from "./pending-marks";
import classes from "./tables.module.css";
import type { RowEdits } from "./use-row-edits";
import { ValueInput } from "./value-input";

interface Props {
  edits: RowEdits;
  isReadOnly: boolean;
}

/** A dialog with one row as a form, for tables that are wider than the screen. */
export function RowForm({ edits, isReadOnly }: Props) {
  const { formRow, setFormRow, table, grid } = edits;
  const onPhone = useIsPhone() === true;
  const close = () => {
    setFormRow(null);
    grid.focus();
  };
  const cancel = () => {
    const given = formRow === null ? undefined : table.rows[formRow]?.given;
    // On a phone a row begins in the form; in the grid, in its cells.
    if (onPhone && formRow !== null && given && Object.keys(given).length === 0)
      edits.pending.remove(new Set([formRow]));
    close();
  };
  const isNew = formRow !== null && table.rows[formRow]?.given !== undefined;
  const title = isNew
    ? `New row of ${table.shape.name}`
    : `Row ${grid.rowsBefore + (formRow ?? 0) + 1} of ${table.shape.name}`;
  return (
    <Dialog opened={formRow !== null} onClose={cancel} size="lg" fullScreen={onPhone} title={<bdi>{title}</bdi>}>
      {formRow !== null && <Fields row={formRow} edits={edits} isReadOnly={isReadOnly} close={close} cancel={cancel} />}
    </Dialog>
  );
}

interface FieldsProps extends Props {
  row: number;
  close: () => void;
  cancel: () => void;
}

function Fields({ row, edits, isReadOnly, close, cancel }: FieldsProps) {
  const { columns } = edits.table.shape;
  const form = useRef<HTMLFormElement>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | null>>>({});
  const [fault, setFault] = useState<{ column: string; message: string } | null>(null);
  const whole = useWholeValues(edits, row);
  const given = edits.table.rows[row]?.given;
  const submit = () => {
    const isMissing = (column: Column) => given && !(column.name in given) && isRequired(column);
    const asked = columns.filter((column) => column.name in drafts || isMissing(column));
    const values = asked.map((column) => ({ column, value: meantBy(column, drafts[column.name] ?? null) }));
    const wrong = values.find(({ column, value }) => faultOf(column, value) !== null);
    if (wrong) {
      flushSync(() => setFault({ column: wrong.column.name, message: faultOf(wrong.column, wrong.value) ?? "" }));
      form.current?.querySelector<HTMLElement>("[data-refused] :is(input, select, textarea)")?.focus();
      return;
    }
    const places = values.map(({ column, value }) => ({ row, column: columns.indexOf(column), value }));
    if (places.length > 0) void edits.put(places);
    else if (given && !edits.isCollecting) void edits.pending.apply();
    close();
  };
  return (
    <form
      ref={form}
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
            whole={whole.get(place)}
            draft={drafts[column.name]}
            fault={fault?.column === column.name ? fault.message : null}
            onChange={(value) => setDrafts({ ...drafts, [column.name]: value })}
          />
        ))}
        <Group justify="flex-end" className={classes.buttons}>
          <Button variant="default" onClick={cancel}>
            {isReadOnly ? "Close" : "Cancel"}
          </Button>
          {!isReadOnly && <Button type="submit">{edits.isCollecting ? "Keep changes" : "Save row"}</Button>}
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps extends Props {
  row: number;
  column: Column;
  place: number;
  /** All of a value of which the page has only the beginning, once it has been read. */
  whole: string | null | undefined;
  /** The value that was typed; `undefined` before any was. */
  draft: string | null | undefined;
  fault: string | null;
  onChange: (value: string | null) => void;
}

function ColumnField({ edits, row, column, place, isReadOnly, whole, draft, fault, onChange }: FieldProps) {
  const shown = edits.table.rows[row];
  const stored = whole === undefined ? (shown?.cells[place] ?? null) : whole;
  const isCut = whole === undefined && (shown?.cut.includes(place) ?? false);
  const isGiven = !shown?.given || column.name in shown.given;
  const value = draft === undefined ? stored : draft;
  const placeholder = value === null ? (isGiven || draft === null ? "NULL" : standIn(column)) : "";
  if (isReadOnly || column.isGenerated || isCut) {
    const note = isCut ? `${column.type}, shortened` : column.type;
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
    <div data-refused={fault !== null || undefined}>
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

/** Reads the values of a row of which the page has only the beginning. Returns those that were read, by their place. */
function useWholeValues({ table, readWhole }: RowEdits, row: number): ReadonlyMap<number, string | null> {
  const [whole, setWhole] = useState<ReadonlyMap<number, string | null>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as the row is when it is opened
  useEffect(() => {
    let isOver = false;
    for (const column of table.rows[row]?.cut ?? []) {
      void readWhole({ row, column }).then((outcome) => {
        if (!isOver && outcome.isDone) setWhole((before) => new Map(before).set(column, outcome.value.text));
      });
    }
    return () => {
      isOver = true;
    };
  }, []);
  return whole;
}
