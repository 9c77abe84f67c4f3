import type { Context } from "@/lib/core/context";

/** The values of a table's columns that are not generated, in their order, as Postgres writes them. */
export type RowValues = (string | null)[];

/**
 * The changed rows of one table in the order in which they were changed: inserted where there is no old row, deleted
 * where there is no new one.
 */
export interface RecordedTable {
  /** Absent in changes that were kept before tables were told apart by it, as are the optional fields of columns. */
  oid?: string;
  schema: string;
  name: string;
  timeZone: string;
  columns: RecordedColumn[];
  rows: [before: RowValues | null, after: RowValues | null][];
  /** `comments` where the rows are the comments of the table and its columns, as name of the column and text. */
  holds?: "comments";
  /** The column whose comment it is, 0 for the table's own. */
  attnum?: number;
}

export interface RecordedColumn {
  name: string;
  typeSchema: string;
  typeName: string;
  attnum?: number;
  typeOid?: string;
  /** The meanings that the labels and attributes within the type had. */
  meanings?: Record<string, string>;
  /** The type in which the values are kept, where it is not the column's own. */
  keptAs?: "oid" | "oid[]" | null;
}

/** A change of more rows or characters takes a restore point instead. */
export const MAX_RECORDED_ROWS = 10_000;
export const MAX_RECORDED_CHARACTERS = 8 * 1024 * 1024;

const placeOf = (changeId: string) => ({ table: "data_change", column: "rows", rowId: changeId });

export function sealRows(ctx: Context, changeId: string, tables: readonly RecordedTable[]): string {
  return ctx.sealer.seal(JSON.stringify(tables), placeOf(changeId));
}

export function openRows(ctx: Context, changeId: string, sealed: string): RecordedTable[] {
  return JSON.parse(ctx.sealer.open(sealed, placeOf(changeId))) as RecordedTable[];
}

/**
 * Returns the statements that take the rows back, last row first: through states that the table was in, which its
 * indexes allow.
 */
export function inverseOf(tables: readonly RecordedTable[]): RecordedTable[] {
  return tables.toReversed().map((table) => ({
    ...table,
    rows: table.rows.map(([before, after]): [typeof after, typeof before] => [after, before]).reverse(),
  }));
}

export function countRows(tables: readonly RecordedTable[]): number {
  return tables.reduce((sum, { rows }) => sum + rows.length, 0);
}
