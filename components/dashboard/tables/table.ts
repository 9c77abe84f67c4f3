/** What the pages are given of a table. */

export interface ListedTable {
  schema: string;
  name: string;
  kind: string;
  estimatedRows: number | null;
  bytes: number;
}

export interface Column {
  name: string;
  type: string;
  baseType: string;
  input: "boolean" | "enum" | "json" | "number" | "date" | "timestamp" | "text";
  /** Of an enum. */
  labels: string[];
  isNullable: boolean;
  default: string | null;
  isGenerated: boolean;
}

export interface BrowsedTable {
  shape: {
    schema: string;
    name: string;
    kind: string;
    columns: Column[];
    primaryKey: string[];
    foreignKeys: { columns: string[]; target: { schema: string; name: string }; targetColumns: string[] }[];
    estimatedRows: number | null;
    readOnlyReason: string | null;
    /** Why a change takes a restore point first; `null` where it is kept by its rows. */
    restorePointReason: string | null;
  };
  rows: {
    key: Record<string, string> | null;
    cells: (string | null)[];
    /** Places of the cells that are not all of their value. */
    cut: number[];
  }[];
  rowsBefore: number;
  previous: string | null;
  next: string | null;
  isCountedOff: boolean;
}

export interface RowFilter {
  column: string;
  operator: string;
  value?: string | undefined;
}
