export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export const EXPORT_FORMATS = ["csv", "tsv", "ndjson"] as const;

/** The names that `TextDecoder` knows them by. */
export const ENCODINGS = ["utf-8", "windows-1252", "utf-16le"] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const IMPORT_MODES = ["insert", "update", "skip"] as const;
/** The fate of a line whose key is in the table already: an error, an update of the row, or nothing. */
export type ImportMode = (typeof IMPORT_MODES)[number];

/** One line of a file that cannot be imported. */
export interface BadLine {
  line: number | null;
  column: string | null;
  message: string;
}

/** The progress of an import, one object a line of its answer. */
export type ImportProgress = { phase: "copied"; rows: number } | ({ phase: "done" } & ImportedRows);

export interface ImportedRows {
  /** The number of rows that were inserted or updated. */
  rows: number;
  /** The number of lines whose key was there already, and that were skipped. */
  skipped: number;
  changeId: string | null;
  /** Whether undoing the change restores the whole database. */
  isDatabaseKept: boolean;
}
