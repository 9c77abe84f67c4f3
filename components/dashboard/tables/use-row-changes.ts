"use client";

import { useState } from "react";
import { countText } from "@/components/ui/figure-text";
import type { AppliedRowChanges } from "@/lib/sql/data-changes/resource";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import type { Outcome, Refused } from "@/lib/web/resource";
import { useChanges } from "../undo/use-changes";
import { type CellEdit, withStored } from "./cell-edit";

interface Verbs {
  /** Makes changes. `mayKeepDatabase` says that the user knows of the restore point. */
  changeRows: (changes: unknown, mayKeepDatabase: boolean) => Promise<Outcome<AppliedRowChanges>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
}

type Values = Record<string, string | null>;

const keyText = (key: Record<string, string> | null) => JSON.stringify(key);

/** Returns which rows of a page are selected, and functions that change its rows. */
export function useRowChanges(read: BrowsedTable, { changeRows, undoChange }: Verbs) {
  const { isWorking, start, make, asked, setAsked } = useChanges(undoChange);
  /** The keys of the selected rows, so that a row stays selected when it moves. */
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [stored, setStored] = useState({ over: read, table: read });
  const shown = stored.over === read ? stored.table : read;
  const { shape, rows } = shown;
  const table = { schema: shape.schema, name: shape.name };
  const selected = new Set(rows.flatMap(({ key }, row) => (marked.has(keyText(key)) ? [row] : [])));
  const toggle = (row: number) => {
    const key = keyText(rows[row]?.key ?? null);
    const next = new Set(marked);
    if (!next.delete(key)) next.add(key);
    setMarked(next);
  };
  const insert = (values: Values, mayKeep: boolean) =>
    make(() => changeRows([{ kind: "insert", table, values }], mayKeep), "Row added.");
  const store = async (edit: CellEdit, value: string | null, seen: string | null): Promise<Refused | null> => {
    const { name } = edit.column;
    const values = { [name]: value };
    const change = { kind: "update", table, key: edit.key, values, expected: { [name]: seen } };
    const done = value === null ? `Set ${name} to NULL.` : `Updated ${name}.`;
    const keep = (row: Values | null) =>
      setStored({ over: read, table: withStored(edit.table, edit.cell, row ?? values) });
    return make(() => changeRows([change], edit.restorePointReason !== null), done, keep);
  };
  const removeSelected = async (mayKeep: boolean): Promise<Refused | null> => {
    const changes = [...selected].map((row) => ({ kind: "delete", table, key: rows[row]?.key }));
    const refusal = await make(() => changeRows(changes, mayKeep), `${countText(changes.length, "row")} deleted.`);
    if (refusal === null) setMarked(new Set());
    return refusal;
  };
  return { isWorking, start, shown, selected, toggle, insert, store, removeSelected, asked, setAsked };
}
