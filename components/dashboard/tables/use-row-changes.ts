"use client";

import { useState } from "react";
import type { BrowsedTable } from "./table";
import { type Changed, type Outcome, showRefusal, useChanges } from "./use-changes";

interface Verbs {
  changeRows: (changes: unknown) => Promise<Outcome<Changed>>;
  undoChange: (changeId: string) => Promise<Outcome<unknown>>;
}

type Values = Record<string, string | null>;

/** Which rows of a page are selected, and every change that can be made to the page's rows. */
export function useRowChanges({ shape, rows }: BrowsedTable, { changeRows, undoChange }: Verbs) {
  const { isWorking, start, make } = useChanges(undoChange);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const table = { schema: shape.schema, name: shape.name };
  const toggle = (row: number) => {
    const next = new Set(selected);
    if (!next.delete(row)) next.add(row);
    setSelected(next);
  };
  const insert = (values: Values) => make(() => changeRows([{ kind: "insert", table, values }]), "The row is added.");
  const update = (row: number, column: string, value: string | null, seen: string | null) => {
    const change = {
      kind: "update",
      table,
      key: rows[row]?.key,
      values: { [column]: value },
      expected: { [column]: seen },
    };
    return make(() => changeRows([change]), `${column} is changed.`);
  };
  const removeSelected = () =>
    start(async () => {
      const changes = [...selected].map((row) => ({ kind: "delete", table, key: rows[row]?.key }));
      const refusal = await make(() => changeRows(changes), `${rowsText(changes.length)} deleted.`);
      if (refusal === null) setSelected(new Set());
      else showRefusal(refusal);
    });
  return { isWorking, selected, toggle, insert, update, removeSelected };
}

export function rowsText(count: number): string {
  return count === 1 ? "1 row" : `${count} rows`;
}
