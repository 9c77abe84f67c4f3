"use client";

import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useState, useTransition } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Column } from "@/lib/sql/tables/resource";
import type { Refused } from "@/lib/web/resource";
import classes from "./tables.module.css";
import { faultOf, placeholderOf } from "./value-check";
import { ValueInput } from "./value-input";

interface Props {
  columns: readonly Column[];
  /** Why a restore point is taken first; `null` where none is needed. */
  restorePointReason: string | null;
  insert: (values: Record<string, string | null>, mayKeepDatabase: boolean) => Promise<Refused | null>;
  onClose: () => void;
}

type Mode = "value" | "default" | "null";

interface Draft {
  mode: Mode;
  text: string;
}

function firstDraft({ default: expression, isNullable }: Column): Draft {
  return { mode: expression !== null ? "default" : isNullable ? "null" : "value", text: "" };
}

/** Returns the choice that a list shows before the user picks one. */
function firstChoice({ input, labels }: Column): string {
  return input === "boolean" ? "t" : (labels[0] ?? "");
}

/** A dialog that adds a row. Each column gets a value, its default or NULL; generated columns are left out. */
export function RowForm({ columns, insert, onClose, ...props }: Props) {
  const settable = columns.filter(({ isGenerated }) => !isGenerated);
  const generated = columns.filter(({ isGenerated }) => isGenerated).map(({ name }) => name);
  const [drafts, setDrafts] = useState(() => settable.map(firstDraft));
  const [message, setMessage] = useState<string | null>(null);
  const [restorePointReason, setReason] = useState(props.restorePointReason);
  const [isSaving, start] = useTransition();
  const change = (place: number, draft: Draft) =>
    setDrafts(drafts.map((other, index) => (index === place ? draft : other)));
  const submit = () => {
    const given = settable.flatMap((column, place) => {
      const draft = drafts[place];
      if (!draft || draft.mode === "default") return [];
      return [{ column, value: draft.mode === "null" ? null : draft.text }];
    });
    const wrong = given.find(({ column, value }) => value !== null && faultOf(column, value) !== null);
    if (wrong) return setMessage(`${wrong.column.name}: ${faultOf(wrong.column, wrong.value)}`);
    start(async () => {
      const values = Object.fromEntries(given.map(({ column, value }) => [column.name, value]));
      const refusal = await insert(values, restorePointReason !== null);
      if (refusal === null) return onClose();
      setMessage(refusal.message);
      if (refusal.restorePointReason !== undefined) setReason(refusal.restorePointReason);
    });
  };
  return (
    <Dialog opened onClose={onClose} size="lg" title="Add row">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          {message !== null && (
            <Alert role="alert" color="red" variant="light">
              {message}
            </Alert>
          )}
          {settable.map((column, place) => (
            <ColumnField
              key={column.name}
              column={column}
              draft={drafts[place] ?? firstDraft(column)}
              hasAutofocus={place === settable.findIndex((other) => firstDraft(other).mode === "value")}
              onChange={(draft) => change(place, draft)}
            />
          ))}
          {generated.length > 0 && (
            <Text size="sm" c="dimmed">
              Generated automatically: <bdi>{generated.join(", ")}</bdi>
            </Text>
          )}
          {restorePointReason !== null && (
            <Text size="sm" c="dimmed">
              {restorePointReason}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              Add row
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  column: Column;
  draft: Draft;
  hasAutofocus: boolean;
  onChange: (draft: Draft) => void;
}

/** The field of a column. Typing selects the value; the choice beside it selects the default or NULL. */
function ColumnField({ column, draft, hasAutofocus, onChange }: FieldProps) {
  const modes = [
    { value: "value", label: "value" },
    ...(column.default !== null ? [{ value: "default", label: "default" }] : []),
    ...(column.isNullable ? [{ value: "null", label: "NULL" }] : []),
  ];
  const placeholder = { value: placeholderOf(column), default: column.default ?? "", null: "NULL" }[draft.mode];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <div className={classes.field}>
        <ValueInput
          column={column}
          value={draft.mode === "value" ? draft.text : ""}
          onChange={(text) => onChange({ mode: "value", text })}
          description={column.type}
          placeholder={placeholder}
          hasAutofocus={hasAutofocus}
        />
      </div>
      {modes.length > 1 && (
        <NativeSelect
          w={104}
          aria-label={`Source of ${column.name}`}
          value={draft.mode}
          data={modes}
          onChange={(event) =>
            onChange({ mode: event.currentTarget.value as Mode, text: draft.text || firstChoice(column) })
          }
        />
      )}
    </Group>
  );
}
