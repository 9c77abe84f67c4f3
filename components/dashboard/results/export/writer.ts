import type { GridValues } from "../../grid/grid-column";

/** Writes rows in a format, a part of them at a time. `from` is the number of rows before the part. */
export interface Writer {
  head: string;
  part: (rows: readonly GridValues[], from: number) => string;
  foot: string;
}
