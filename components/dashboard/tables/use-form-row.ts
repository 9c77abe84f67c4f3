"use client";

import { useState } from "react";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { idOf } from "./pending";
import type { PendingChanges } from "./use-pending";

/** Keeps which row is shown as a form, by its key: its place changes when rows are read anew. */
export function useFormRow(base: BrowsedTable, { table, latest }: PendingChanges) {
  const [formId, setFormId] = useState<string | null>(null);
  const idAt = (row: number) => (base.rows[row]?.key === null ? `row ${row}` : idOf(base, latest.current, row));
  const place = formId === null ? -1 : table.rows.findIndex((_, row) => idAt(row) === formId);
  return {
    formRow: place === -1 ? null : place,
    setFormRow: (row: number | null) => setFormId(row === null ? null : idAt(row)),
    /** Shows the row that was added last. */
    openAdded: () => setFormId(latest.current.added.at(-1)?.id ?? null),
  };
}
