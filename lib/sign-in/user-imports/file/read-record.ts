import Papa from "papaparse";
import { type FileShape, MAX_RECORD_BYTES, type RecordBytes } from "./split-records";

/** A record as its source wrote it, or why it cannot be read; the reason never quotes it. */
export type ReadRecord = { fields: Record<string, unknown> } | { problem: string };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns the record's fields by their names; those of CSV are text, named by the `header`. */
export function readRecord({ bytes }: RecordBytes, shape: FileShape, header: readonly string[]): ReadRecord {
  if (bytes === null) return { problem: `is longer than ${MAX_RECORD_BYTES / 1_024} kB` };
  const text = toText(bytes);
  if (text === null) return { problem: "isn't valid UTF-8" };
  if (shape !== "csv") return fromJson(text);
  const row = splitRow(text);
  if (row.length !== header.length)
    return { problem: `has ${row.length} values where the header has ${header.length}` };
  return { fields: Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])) };
}

/** Returns the names of the columns. */
export function readHeader({ bytes }: RecordBytes): string[] {
  const text = bytes && toText(bytes);
  return text ? splitRow(text).map((name) => name.trim()) : [];
}

export function isBlank({ bytes }: RecordBytes): boolean {
  return bytes?.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d) ?? false;
}

function toText(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function splitRow(text: string): string[] {
  const options = { delimiter: ",", newline: "\n" as const };
  return Papa.parse<string[]>(text.replace(/\r$/, ""), options).data[0] ?? [];
}

function fromJson(text: string): ReadRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would quote the line.
    return { problem: "isn't JSON" };
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? { fields: value as Record<string, unknown> } : { problem: "isn't a JSON object" };
}
