import { inSlices } from "@/components/ui/in-slices";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import type { GridValues } from "../../grid/grid-column";
import { insertWriter } from "./insert";
import { jsonWriter } from "./json";
import { markdownWriter } from "./markdown";
import type { Writer } from "./writer";

export type Format = "csv" | "tsv" | "json" | "insert" | "markdown";

export interface ShownRows {
  columns: readonly ResultColumn[];
  rows: readonly GridValues[];
}

/** The number of rows of a part, and of one INSERT statement. */
const PART = 500;

/** Returns the text of rows in a format, in parts. The page stays usable meanwhile. */
export async function rowsText(
  format: Format,
  { columns, rows }: ShownRows,
  { table = "", signal }: { table?: string; signal?: AbortSignal } = {},
): Promise<string[]> {
  const pause = inSlices(signal);
  const { head, part, foot } = await writerOf(format, columns, table);
  const parts = [head];
  for (let from = 0; from < rows.length; from += PART) {
    parts.push(part(rows.slice(from, from + PART), from));
    await pause();
  }
  parts.push(foot);
  return parts;
}

async function writerOf(format: Format, columns: readonly ResultColumn[], table: string): Promise<Writer> {
  if (format === "insert") return insertWriter(columns, table);
  if (format === "json") return jsonWriter(columns);
  if (format === "markdown") return markdownWriter(columns);
  return await delimitedWriter(columns, format === "csv" ? "," : "\t");
}

/**
 * Writes CSV by RFC 4180, or the same with tabs, which spreadsheets paste. Like PostgreSQL's CSV, NULL is an empty field
 * and empty text is `""`.
 */
async function delimitedWriter(columns: readonly ResultColumn[], delimiter: "," | "\t"): Promise<Writer> {
  const { unparse } = (await import("papaparse")).default;
  // A line that holds `\.` alone would end PostgreSQL's COPY.
  const quotes = (value: unknown) => value === "" || value === "\\.";
  const lines = (data: unknown[]) => `${unparse(data, { delimiter, newline: "\r\n", quotes })}\r\n`;
  return {
    head: lines([columns.map(({ name }) => name)]),
    part: (rows) => lines([...rows]),
    foot: "",
  };
}
