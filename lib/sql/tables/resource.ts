import { z } from "zod";
import type { TableName } from "@/lib/sql/customer-session/quoting";

export const TABLE_KINDS = {
  r: "table",
  p: "partitioned table",
  v: "view",
  m: "materialized view",
  f: "foreign table",
} as const;

export type TableKind = (typeof TABLE_KINDS)[keyof typeof TABLE_KINDS];

export interface Column {
  name: string;
  /** As it was declared, such as `numeric(10,2)`. */
  type: string;
  /** The type below a domain, without its modifier: what a value of the column is cast to. */
  baseType: string;
  /** How a value is typed in. */
  input: "boolean" | "enum" | "json" | "number" | "date" | "timestamp" | "text";
  /** Values in order, of an enum. */
  labels: string[];
  /** Whether the type has an order of its own that PostgreSQL ships; others are put in the order of their text. */
  isOrdered: boolean;
  isNullable: boolean;
  /** The expression a new row gets when it names no value. */
  default: string | null;
  /** Its values are computed: it can be given none. */
  isGenerated: boolean;
}

export interface ForeignKey {
  name: string;
  columns: string[];
  target: TableName;
  targetColumns: string[];
}

export interface TableShape extends TableName {
  kind: TableKind;
  columns: Column[];
  /** Empty without one. */
  primaryKey: string[];
  foreignKeys: ForeignKey[];
  /** By the statistics of the last ANALYZE; `null` when there are none. */
  estimatedRows: number | null;
  /** Why no row can be changed here; `null` when rows can. */
  readOnlyReason: string | null;
  /** Why a change takes a restore point first, since its rows alone could not take it back; `null` where they can. */
  restorePointReason: string | null;
}

export interface ListedTable {
  schema: string;
  name: string;
  kind: TableKind;
  /** By the statistics of the last ANALYZE; `null` when there are none, and for views. */
  estimatedRows: number | null;
  /** With indexes and what is stored out of line. */
  bytes: number;
}

/** What a filter may ask of a column, as the pages name it. */
export const FILTER_OPERATORS = [
  "equals",
  "differs",
  "less",
  "at most",
  "greater",
  "at least",
  "contains",
  "starts with",
  "is null",
  "is not null",
] as const;

export const RowFilter = z.strictObject({
  column: z
    .string()
    .min(1)
    .max(63 * 4),
  operator: z.enum(FILTER_OPERATORS),
  value: z.string().max(1_000).optional(),
});
export type RowFilter = z.infer<typeof RowFilter>;

export interface BrowsedRow {
  /** Its primary key by column; `null` when the table has none. */
  key: Record<string, string> | null;
  /** As Postgres writes the values, cut after `MAX_CELL_CHARACTERS`. */
  cells: (string | null)[];
  /** Which cells were cut, by place. */
  cut: number[];
}

export interface BrowsedTable {
  shape: TableShape;
  rows: BrowsedRow[];
  previous: string | null;
  next: string | null;
  /** How many rows come before these; a guess once rows were added or deleted meanwhile. */
  rowsBefore: number;
  /** Its rows cannot be told apart, so pages are counted off, up to `MAX_OFFSET` rows. */
  isCountedOff: boolean;
}

export interface PicturedTable extends TableName {
  columns: { name: string; type: string; isKey: boolean }[];
}

export interface Relationship {
  name: string;
  from: TableName & { columns: string[] };
  to: TableName & { columns: string[] };
}
