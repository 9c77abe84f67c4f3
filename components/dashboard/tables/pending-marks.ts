import { countText } from "@/components/ui/figure-text";
import type { BrowsedTable, Column } from "@/lib/sql/tables/resource";
import type { GridMark } from "../grid/grid-view";
import { faultKey, idOf, isRequired, type Pending } from "./pending";

/** Returns how a row, or one of its values, is marked. */
export function markOf(table: BrowsedTable, pending: Pending, row: number, column?: number): GridMark | null {
  const id = idOf(table, pending, row);
  const name = column === undefined ? undefined : table.shape.columns[column]?.name;
  if (pending.faults.has(faultKey(id, name))) return "refused";
  if (row >= table.rows.length) return "added";
  const own = pending.changed.get(id);
  if (own?.isDeleted) return "deleted";
  return own && name !== undefined && name in own.values ? "changed" : null;
}

/** Returns the fault of a value or its row. */
export function faultAt(table: BrowsedTable, pending: Pending, row: number, column: number): string | null {
  const id = idOf(table, pending, row);
  const name = table.shape.columns[column]?.name;
  return pending.faults.get(faultKey(id, name)) ?? pending.faults.get(faultKey(id)) ?? null;
}

/** Returns the fault of a row, or with the first of its values that is refused. */
export function faultOfRow(table: BrowsedTable, pending: Pending, row: number): string | null {
  const found = table.shape.columns.findIndex((_, column) => faultAt(table, pending, row, column) !== null);
  return found === -1 ? null : faultAt(table, pending, row, found);
}

/** Returns the place of the first value, or row, that cannot be saved. */
export function firstFault(table: BrowsedTable, pending: Pending): { row: number; column: number; why: string } | null {
  const count = table.rows.length + pending.added.length;
  for (let row = 0; row < count; row += 1) {
    const id = idOf(table, pending, row);
    const column = table.shape.columns.findIndex(({ name }) => pending.faults.has(faultKey(id, name)));
    const why = pending.faults.get(column === -1 ? id : faultKey(id, table.shape.columns[column]?.name));
    if (why !== undefined) return { row, column: Math.max(0, column), why };
  }
  return null;
}

/** Returns the value that a row to be added gets in a column that it was given no value for. */
export function standIn(column: Column): string {
  const { isGenerated, default: expression } = column;
  if (isGenerated || expression === "the next number" || expression?.startsWith("nextval(")) return "generated";
  if (expression !== null) return `default: ${expression}`;
  return isRequired(column) ? "required" : "NULL";
}

/** Returns the summary of the changes once they are applied. */
export function doneText({ changed, added }: Pending): string {
  const rows = [...changed.values()];
  const deleted = rows.filter(({ isDeleted }) => isDeleted).length;
  const values = rows.flatMap((row) => (row.isDeleted ? [] : Object.keys(row.values)));
  if (rows.length === 0) return added.length === 1 ? "Row added." : `${countText(added.length, "row")} added.`;
  if (added.length > 0 || (deleted > 0 && values.length > 0)) {
    return `${countText(values.length + deleted + added.length, "change")} applied.`;
  }
  if (deleted > 0) return `${countText(deleted, "row")} deleted.`;
  return values.length === 1 ? `Updated ${values[0]}.` : `${countText(values.length, "value")} updated.`;
}
