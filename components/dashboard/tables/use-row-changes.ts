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

/** Returns the rows of a page as they are stored, and functions that change them. */
export function useRowChanges(read: BrowsedTable, { changeRows, undoChange }: Verbs) {
  const { isWorking, start, make, asked, setAsked } = useChanges(undoChange);
  const [stored, setStored] = useState({ over: read, table: read });
  const shown = stored.over === read ? stored.table : read;
  const { shape, rows } = shown;
  const table = { schema: shape.schema, name: shape.name };
  /** Makes several changes as one. */
  const send = (changes: unknown[], done: string, mayKeep: boolean) =>
    make(() => changeRows(changes, mayKeep).catch(tooLarge), done);
  const store = async (edit: CellEdit, value: string | null, seen: string | null): Promise<Refused | null> => {
    const { name } = edit.column;
    const values = { [name]: value };
    const change = { kind: "update", table, key: edit.key, values, expected: { [name]: seen } };
    const done = value === null ? `Set ${name} to NULL.` : `Updated ${name}.`;
    const keep = (row: Values | null) =>
      setStored({ over: read, table: withStored(edit.table, edit.cell, row ?? values) });
    return make(() => changeRows([change], edit.restorePointReason !== null), done, keep);
  };
  const remove = (chosen: ReadonlySet<number>, mayKeep: boolean): Promise<Refused | null> => {
    const changes = [...chosen].map((row) => ({ kind: "delete", table, key: rows[row]?.key }));
    return make(() => changeRows(changes, mayKeep), `${countText(changes.length, "row")} deleted.`);
  };
  return { isWorking, start, shown, send, store, remove, asked, setAsked };
}

/** A request that the server doesn't read isn't answered either. */
function tooLarge(): Outcome<never> {
  return { isDone: false, message: "The changes didn't reach the server, or are too large. Nothing was applied." };
}
