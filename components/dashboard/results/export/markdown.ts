import type { ResultColumn } from "@/lib/sql/statements/resource";
import { inWords, withTurnsShown } from "../../grid/cell-text";
import { isNumeric } from "../../grid/grid-column";
import type { Writer } from "./writer";

/** Writes a table of GitHub's Markdown, in which every value reads as it is. */
export function markdownWriter(columns: readonly ResultColumn[]): Writer {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return {
    head:
      line(columns.map(({ name }) => escaped(name))) +
      line(columns.map((column) => (isNumeric(column) ? "---:" : "---"))),
    part: (rows) =>
      rows
        .map((row) =>
          line(
            columns.map(({ typeName }, index) => {
              const value = inWords(typeName, row[index] ?? null);
              return value === null ? "NULL" : escaped(value);
            }),
          ),
        )
        .join(""),
    foot: "",
  };
}

function escaped(text: string): string {
  return withTurnsShown(text)
    .replace(/[\\`*[\]<>|~]|\b_|_\b|&(?=[#\w]+;)/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "<br>");
}
