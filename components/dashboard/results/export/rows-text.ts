import { distinctNames } from "@/components/ui/distinct-names";
import { inSlices } from "@/components/ui/in-slices";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import { inWords, withTurnsShown } from "../../grid/cell-text";
import { type GridValues, isNumeric } from "../../grid/grid-column";
import { sqlName } from "../../schema-tree/sql-name";
import { writtenTable } from "./table-name";
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

/** Writes INSERT statements of several rows each. */
function insertWriter(columns: readonly ResultColumn[], table: string): Writer {
  const names = distinctNames(columns.map(({ name }) => name)).map(sqlName);
  const head = `INSERT INTO ${writtenTable(table)} (${names.join(", ")}) VALUES\n`;
  return {
    head: "",
    part: (rows) => {
      const lines = rows.map(
        (row) => `  (${columns.map(({ typeName }, index) => literal(row[index] ?? null, typeName)).join(", ")})`,
      );
      return `${head}${lines.join(",\n")};\n`;
    },
    foot: "",
  };
}

/** Returns a value as SQL. PostgreSQL reads a quoted one as the column's type, so arrays, json and bytea need no cast. */
function literal(value: string | null, typeName: string): string {
  if (value === null) return "NULL";
  if (typeName === "boolean") return inWords(typeName, value) ?? "NULL";
  if (isNumeric({ name: "", typeName }) && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value)) return value;
  return `'${value.replaceAll("'", "''")}'`;
}

/** Writes an array of objects. Numbers that every reader of JSON holds exactly stay numbers; the others are texts. */
function jsonWriter(columns: readonly ResultColumn[]): Writer {
  const fields = distinctNames(columns.map(({ name }) => name)).map((name, index) => ({
    key: JSON.stringify(name),
    typeName: columns[index]?.typeName ?? "",
  }));
  return {
    head: "[\n",
    part: (rows, from) => {
      const lines = rows.map((row) => {
        const members = fields.map(({ key, typeName }, index) => `${key}:${jsonValue(row[index] ?? null, typeName)}`);
        return `{${members.join(",")}}`;
      });
      return `${from > 0 ? ",\n" : ""}${lines.join(",\n")}`;
    },
    foot: "\n]\n",
  };
}

const NUMBERS = new Set(["smallint", "integer", "real", "double precision"]);

function jsonValue(value: string | null, typeName: string): string {
  if (value === null) return "null";
  if (NUMBERS.has(typeName) && /^-?\d/.test(value)) return value;
  if (typeName === "boolean") return inWords(typeName, value) ?? "";
  if (typeName === "json" || typeName === "jsonb") return value;
  return JSON.stringify(value);
}

/** Writes a table of GitHub's Markdown, in which every value reads as it is. */
function markdownWriter(columns: readonly ResultColumn[]): Writer {
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
