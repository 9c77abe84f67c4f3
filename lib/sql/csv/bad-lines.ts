import { type ErrorDetail, ServiceError } from "@/lib/core/errors";
import type { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import type { Column } from "@/lib/sql/tables/resource";
import type { BadLine } from "./resource";

export const MAX_BAD_LINES = 100;

/** Returns the table's column of a field in the staging table, such as `c3`. */
export type ColumnOf = (staged: string) => Column | null;

const SKIPPED = /line (\d+) for column "(.*?)": (?:"(.*)"|.*)$/s;
const CONTEXT = /line (\d+)(?:, column ([^:]*))?(?:: "(.*)")?$/s;

/** Reads a notice of COPY about a line that it left out; `null` for any other notice. */
export function readNotice(message: string, columnOf: ColumnOf): BadLine | null {
  const [, line, staged = "", value] = SKIPPED.exec(message) ?? [];
  if (line === undefined) return null;
  return { line: Number(line), ...wordsOf(columnOf(staged), value ?? null) };
}

/** Reads the error that ended a COPY: a line that is not CSV, or a value of a type that is strict. */
export function readCopyError(error: StatementError, fields: number, columnOf: ColumnOf): BadLine {
  const [, line, staged, value] = CONTEXT.exec(error.context ?? "") ?? [];
  const at = { line: line === undefined ? null : Number(line) };
  if (error.sqlState === SQLSTATE.characterNotInRepertoire) {
    return { ...at, column: null, message: "The text isn't in the chosen encoding. Choose another one." };
  }
  const words = FORMAT_WORDS.find(([pattern]) => pattern.test(error.message))?.[1](fields);
  if (words !== undefined) return { ...at, column: null, message: words };
  const column = staged === undefined ? null : columnOf(staged);
  return column ? { ...at, ...wordsOf(column, value ?? null) } : { ...at, column: null, message: error.message };
}

const FORMAT_WORDS: [RegExp, (fields: number) => string][] = [
  [/^extra data after last expected column/, (fields) => `It has more than ${fields} fields.`],
  [/^missing data for column/, (fields) => `It has fewer than ${fields} fields.`],
  [/^unquoted (?:newline|carriage return)/, () => "It ends with another line break than the first line."],
];

function wordsOf(column: Column | null, value: string | null): { column: string | null; message: string } {
  if (column === null) return { column: null, message: "The value isn't valid." };
  const shown = value === null ? "The value" : `'${value}'`;
  return { column: column.name, message: `${shown} ${refusalOf(column, value ?? "")}` };
}

const INTEGERS: ReadonlySet<string> = new Set(["smallint", "integer", "bigint"]);

function refusalOf({ type, baseType, input, labels }: Column, value: string): string {
  if (INTEGERS.has(baseType))
    return /^\s*[-+]?\d+\s*$/.test(value) ? `is too large for ${type}` : "is not a whole number";
  if (input === "number") return /^\s*[-+]?[\d.]+\s*$/.test(value) ? `does not fit ${type}` : "is not a number";
  if (input === "boolean") return "is not true or false";
  if (input === "date") return "is not a date such as 2026-03-01";
  if (input === "timestamp") return "is not a time such as 2026-03-01 09:30:00+00";
  if (input === "json") return "is not valid JSON";
  if (input === "enum") return `is none of ${labels.slice(0, 10).join(", ")}`;
  if (baseType === "uuid") return "is not a UUID";
  if (/^character/.test(type)) return `is too long for ${type}`;
  return `is not a valid ${type}`;
}

/** Returns the refusal of a file, with the lines as its details. */
export function badLines(lines: readonly BadLine[], rest: { isMore: boolean }): ServiceError {
  const details = lines.slice(0, MAX_BAD_LINES).map(toDetail);
  const count = lines.length === 1 ? "1 line" : `${lines.length} lines`;
  const many = rest.isMore ? `${count} or more` : count;
  const [first] = details;
  const message = `Nothing was imported: ${many} can't be imported. First, ${first?.path}: ${first?.message}`;
  return new ServiceError("invalid_request", message, { details });
}

function toDetail({ line, column, message }: BadLine): ErrorDetail {
  const place = [line === null ? "the file" : `line ${line.toLocaleString("en")}`, column && `column ${column}`];
  return { path: place.filter(Boolean).join(", "), message };
}
