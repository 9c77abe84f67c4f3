import type { ResultColumn } from "@/lib/sql/statements/resource";
import type { Writer } from "./writer";

/**
 * Writes CSV by RFC 4180, or the same with tabs, which spreadsheets paste. Like PostgreSQL's CSV, NULL is an empty field
 * and empty text is `""`.
 */
export async function delimitedWriter(columns: readonly ResultColumn[], delimiter: "," | "\t"): Promise<Writer> {
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
