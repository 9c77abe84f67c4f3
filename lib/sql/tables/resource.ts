import type { TableName } from "@/lib/sql/customer-session/quoting";
import type { FilterFault, FilterOperator } from "./filters/resource";

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
  /** The declared type, such as `numeric(10,2)`. */
  type: string;
  /** The type beneath a domain, without its modifier: values are cast to it. */
  baseType: string;
  input: "boolean" | "enum" | "json" | "number" | "date" | "timestamp" | "text";
  /** The values of an enum, in order. */
  labels: string[];
  /** The type by which an array's elements are compared; `null` for a type that is no array. */
  elementType: string | null;
  /** The operators of filters that fit the column, in the order in which they are offered. */
  operators: readonly FilterOperator[];
  /** Whether PostgreSQL ships an order of the type; values of other types are sorted by their text. */
  isOrdered: boolean;
  isNullable: boolean;
  /** The default expression. */
  default: string | null;
  /** Whether the values are computed, so that none can be given. */
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
  primaryKey: string[];
  foreignKeys: ForeignKey[];
  /** The number of rows by the last ANALYZE; `null` without statistics. */
  estimatedRows: number | null;
  /** Why no row can be changed here; `null` when rows can. */
  readOnlyReason: string | null;
  /** Why a change takes a restore point first, since the rows alone could not undo it; `null` where they can. */
  restorePointReason: string | null;
}

export interface ListedTable {
  schema: string;
  name: string;
  kind: TableKind;
  /**
   * The partitioned table at the root of the tree that this is a partition of; `null` for a table that is no partition.
   */
  partitionOf: TableName | null;
  /** The number of rows by the last ANALYZE, of all partitions together; `null` without statistics, and for views. */
  estimatedRows: number | null;
  /** The size in bytes with indexes and TOAST, of all partitions together. */
  bytes: number;
  comment: string | null;
  /** The time of the last ANALYZE, which the estimate is from; `null` where there was none. */
  analyzedAt: string | null;
}

export interface DatabaseContents {
  /** The version of PostgreSQL, such as `18.4`. */
  version: string;
  sizeBytes: number;
  /** The number of tables, without partitions. */
  tables: number;
  /** The names of the extensions that are installed besides PL/pgSQL. */
  extensions: string[];
}

export interface RowSort {
  column: string;
  direction: "ascending" | "descending";
}

export interface BrowsedRow {
  /** The primary key of the row by column; `null` when the table has none. */
  key: Record<string, string> | null;
  /** The values as Postgres writes them, cut after `MAX_CELL_CHARACTERS`. */
  cells: (string | null)[];
  /** The indexes of the cells that were cut. */
  cut: number[];
}

export interface BrowsedTable {
  shape: TableShape;
  rows: BrowsedRow[];
  previous: string | null;
  next: string | null;
  /** The number of rows before these; an estimate once rows were added or deleted meanwhile. */
  rowsBefore: number;
  /** The conditions that are refused, for which no rows are read. */
  faults: FilterFault[];
  /** Whether pages are found by counting rows, up to `MAX_OFFSET`, because nothing tells rows apart. */
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
