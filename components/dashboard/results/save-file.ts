"use client";

import { saveFile } from "@/components/ui/save-file";
import type { ResultColumn } from "@/lib/sql/statements/resource";

export type FileFormat = "csv" | "json";

const TYPES = { csv: "text/csv;charset=utf-8", json: "application/json" } as const;

/** Saves the shown rows as a file. Nothing is fetched again. */
export async function saveRows(
  format: FileFormat,
  columns: readonly ResultColumn[],
  rows: readonly (string | null)[][],
): Promise<void> {
  const text = format === "csv" ? await csvText(columns, rows) : jsonText(columns, rows);
  saveFile(`result.${format}`, TYPES[format], text);
}

/** Returns CSV by RFC 4180 with a header. Like PostgreSQL's CSV, NULL is an empty field and empty text is `""`. */
async function csvText(columns: readonly ResultColumn[], rows: readonly (string | null)[][]): Promise<string> {
  const { unparse } = (await import("papaparse")).default;
  const text = unparse(
    { fields: columns.map(({ name }) => name), data: [...rows] },
    { newline: "\r\n", quotes: (value: unknown) => value === "" },
  );
  return `${text}\r\n`;
}

/** Returns a JSON array of objects. Numbers that JSON holds exactly stay numbers, and repeated names get a number. */
function jsonText(columns: readonly ResultColumn[], rows: readonly (string | null)[][]): string {
  const names = distinctNames(columns.map(({ name }) => name));
  const lines = rows.map((row) => {
    const fields = names.map((name, i) => `${JSON.stringify(name)}:${jsonValue(row[i] ?? null, columns[i]?.typeName)}`);
    return `{${fields.join(",")}}`;
  });
  return `[\n${lines.join(",\n")}\n]\n`;
}

const NUMBERS = new Set(["int2", "int4", "float4", "float8", "smallint", "integer", "real", "double precision"]);

function jsonValue(value: string | null, typeName = ""): string {
  if (value === null) return "null";
  if (NUMBERS.has(typeName) && /^-?\d/.test(value) && Number.isFinite(Number(value))) return String(Number(value));
  if (typeName === "bool" || typeName === "boolean") return value === "t" || value === "true" ? "true" : "false";
  if (typeName === "json" || typeName === "jsonb") return value;
  return JSON.stringify(value);
}

function distinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

/** Returns a row as one line with tabs between the values, as spreadsheets paste it. */
export function rowText(row: readonly (string | null)[]): string {
  return row.map((value) => (value ?? "").replace(/[\t\r\n]+/g, " ")).join("\t");
}
