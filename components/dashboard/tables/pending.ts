import type { BrowsedRow, BrowsedTable, Column } from "@/lib/sql/tables/resource";
import { faultOf } from "../values/value-check";

export type Values = Readonly<Record<string, string | null>>;

/** A row as it is shown: with changes that are not applied yet, or one that is to be added. */
export interface ShownRow extends BrowsedRow {
  /** The values that a row to be added was given; the other columns get their defaults. */
  given?: Values;
}

export interface ShownTable extends BrowsedTable {
  rows: ShownRow[];
}

/** A change as the server takes it. */
export interface MadeChange {
  kind: "insert" | "update" | "delete";
  table: { schema: string; name: string };
  key?: Record<string, string>;
  values?: Values;
  expected?: Values;
}

interface ChangedRow {
  key: Record<string, string>;
  /** The changed values, and the values seen in their place. */
  values: Values;
  expected: Values;
  isDeleted: boolean;
}

/** Changes of a page's rows that are not applied yet. */
export interface Pending {
  /** Changes of rows, by the text of their key. */
  changed: ReadonlyMap<string, ChangedRow>;
  added: readonly { id: string; values: Values }[];
  /** Why rows, by their id, and values, by that of their row and their column, cannot be saved. */
  faults: ReadonlyMap<string, string>;
}

export interface Write {
  row: number;
  column: string;
  /** The value; `undefined` takes the column's default, for a row that is to be added. */
  value: string | null | undefined;
  /** The stored value that the user saw. */
  seen: string | null;
}

export const NOTHING_PENDING: Pending = { changed: new Map(), added: [], faults: new Map() };

/** The number of added rows so far, by which they are told apart. */
let lastAdded = 0;

/** Returns the id of a row, by its place on the page. */
export function idOf({ rows }: BrowsedTable, { added }: Pending, row: number): string {
  return rows[row] ? JSON.stringify(rows[row].key) : (added[row - rows.length]?.id ?? "");
}

export const faultKey = (id: string, column?: string) => (column === undefined ? id : `${id}\n${column}`);

export function withAdded(pending: Pending, count: number): Pending {
  const rows = Array.from({ length: count }, () => {
    lastAdded += 1;
    return { id: `added ${lastAdded}`, values: {} };
  });
  return { ...pending, added: [...pending.added, ...rows] };
}

/** Returns the changes with more values. A value that is as it was seen is no change. */
export function withWritten(pending: Pending, table: BrowsedTable, writes: readonly Write[]): Pending {
  const changed = new Map(pending.changed);
  const added = [...pending.added];
  const faults = new Map(pending.faults);
  for (const { row, column, value, seen } of writes) {
    const [id, place, key] = [idOf(table, pending, row), row - table.rows.length, table.rows[row]?.key];
    faults.delete(faultKey(id));
    faults.delete(faultKey(id, column));
    const own = added[place];
    if (own) added[place] = { ...own, values: set(own.values, column, value) };
    else if (key) {
      const before = changed.get(id) ?? { key, values: {}, expected: {}, isDeleted: false };
      const first = column in before.expected ? (before.expected[column] ?? null) : seen;
      const isBack = value === first;
      const next = {
        ...before,
        values: set(before.values, column, isBack ? undefined : value),
        expected: set(before.expected, column, isBack ? undefined : first),
      };
      if (Object.keys(next.values).length === 0 && !next.isDeleted) changed.delete(id);
      else changed.set(id, next);
    }
  }
  return { changed, added, faults };
}

function set(values: Values, column: string, value: string | null | undefined): Values {
  const { [column]: _, ...others } = values;
  return value === undefined ? others : { ...others, [column]: value };
}

/** Returns the changes with rows to be deleted, or kept if all of them were; rows to be added are dropped. */
export function withDeleted(pending: Pending, table: BrowsedTable, rows: ReadonlySet<number>): Pending {
  const changed = new Map(pending.changed);
  const stored = [...rows].flatMap((row) => (table.rows[row]?.key ? [{ row, key: table.rows[row].key }] : []));
  const isUndone = stored.length > 0 && stored.every(({ row }) => changed.get(idOf(table, pending, row))?.isDeleted);
  for (const { row, key } of stored) {
    const id = idOf(table, pending, row);
    const before = changed.get(id) ?? { key, values: {}, expected: {}, isDeleted: false };
    if (isUndone && Object.keys(before.values).length === 0) changed.delete(id);
    else changed.set(id, { ...before, isDeleted: !isUndone });
  }
  const added = pending.added.filter((_, index) => !rows.has(table.rows.length + index));
  return { ...pending, changed, added };
}

/** Returns the rows of a page as they will be, with those to be added at the end. */
export function overlaid(table: BrowsedTable, pending: Pending): ShownTable {
  if (countOf(pending) === 0) return table;
  const { columns } = table.shape;
  const rows = table.rows.map((row) => {
    const values = pending.changed.get(JSON.stringify(row.key))?.values;
    if (!values) return row;
    const isKept = (column: number) => !((columns[column]?.name ?? "") in values);
    const cells = row.cells.map((value, column) =>
      isKept(column) ? value : (values[columns[column]?.name ?? ""] ?? null),
    );
    return { ...row, cells, cut: row.cut.filter(isKept) };
  });
  const added = pending.added.map(({ values }) => ({
    key: null,
    cells: columns.map(({ name }) => values[name] ?? null),
    cut: [],
    given: values,
  }));
  return { ...table, rows: [...rows, ...added] };
}

/** Returns the number of changes: each changed value, and each row that is added or deleted. */
export function countOf({ changed, added }: Pending): number {
  const values = [...changed.values()].map((row) => (row.isDeleted ? 1 : Object.keys(row.values).length));
  return values.reduce((sum, count) => sum + count, added.length);
}

/** Returns the changes in the order in which they are made, and the ids of their rows. Deleted keys become free. */
export function changesOf(table: BrowsedTable, { changed, added }: Pending): { changes: MadeChange[]; ids: string[] } {
  const { schema, name } = table.shape;
  const of = { schema, name };
  const rows = [...changed];
  const deleted = rows.filter(([, row]) => row.isDeleted);
  const updated = rows.filter(([, row]) => !row.isDeleted);
  return {
    ids: [...deleted.map(([id]) => id), ...updated.map(([id]) => id), ...added.map(({ id }) => id)],
    changes: [
      ...deleted.map(([, { key }]) => ({ kind: "delete" as const, table: of, key })),
      ...updated.map(([, { key, values, expected }]) => ({
        kind: "update" as const,
        table: of,
        key,
        values,
        expected,
      })),
      ...added.map(({ values }) => ({ kind: "insert" as const, table: of, values })),
    ],
  };
}

/** Returns the changes with their known faults before the database is asked. */
export function checked(columns: readonly Column[], pending: Pending): Pending {
  const faults = new Map<string, string>();
  const check = (id: string, column: Column, value: string | null) => {
    const fault = faultOf(column, value);
    if (fault !== null) faults.set(faultKey(id, column.name), fault);
  };
  for (const [id, { values, isDeleted }] of pending.changed) {
    for (const column of columns)
      if (!isDeleted && column.name in values) check(id, column, values[column.name] ?? null);
  }
  for (const { id, values } of pending.added) {
    for (const column of columns) {
      if (column.name in values || isRequired(column)) check(id, column, values[column.name] ?? null);
    }
  }
  return { ...pending, faults };
}

/** Returns whether a new row must have a value in this column. */
export function isRequired({ isNullable, isGenerated, default: expression }: Column): boolean {
  return !isNullable && !isGenerated && expression === null;
}
