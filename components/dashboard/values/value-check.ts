import type { Column } from "@/lib/sql/tables/resource";

const DAY = /^(\d{4,})-(\d{2})-(\d{2})( BC)?$/;
const MOMENT =
  /^(\d{4,})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?: ?(?:Z|UTC|[+-]\d{2}(?::?\d{2}){0,2}))?( BC)?$/i;
const SPECIAL = /^(?:-?infinity|epoch|now|today|tomorrow|yesterday)$/i;
/** PostgreSQL takes anything else for text, and stores the bytes of its letters. */
const BYTES = /^(\\x([0-9a-f]{2}\s*)*)?$/i;
const INTEGER = /^[+-]?(?:\d[\d_]*|0x[\da-f_]+|0o[0-7_]+|0b[01_]+)$/i;
const NUMBER = /^[+-]?(?:(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?|infinity|inf|nan|0[xob][\da-f_]+)$/i;
const INTEGERS: ReadonlySet<string> = new Set(["smallint", "integer", "bigint", "oid"]);
const UUID = /^\{?(?:[\da-f]{4}-?){7}[\da-f]{4}\}?$/i;
const NEVER_EMPTY: ReadonlySet<Column["input"]> = new Set(["boolean", "json", "number", "date", "timestamp"]);

/** Returns whether empty text is not a value of the column's type, so that an empty field means NULL. */
export function isNeverEmpty({ input, baseType }: Column): boolean {
  return NEVER_EMPTY.has(input) || baseType === "uuid";
}

/** Returns the value that a draft means: an empty draft is NULL where the type has no empty text. */
export function meantBy(column: Column, draft: string | null): string | null {
  return draft === "" && isNeverEmpty(column) ? null : draft;
}

/**
 * Returns the hint in an empty field for a new value: the value that an empty text would be stored as, or the expected
 * form.
 */
export function placeholderOf(column: Column): string {
  return isNeverEmpty(column) || column.baseType === "bytea" ? column.type : "empty string";
}

/** Returns the fault of a value as far as it is known without PostgreSQL, or `null`. */
export function faultOf(column: Column, value: string | null): string | null {
  if (value === null) return column.isNullable ? null : "Enter a value: this column can't be NULL.";
  if (column.baseType === "bytea") return BYTES.test(value) ? null : "Enter bytes in hexadecimal, like \\x6f616b.";
  if (column.input === "number") return numberFault(column, value.trim());
  if (column.baseType === "uuid") return UUID.test(value.trim()) ? null : "Enter a UUID.";
  if (column.input === "enum")
    return column.labels.includes(value) ? null : `Enter one of: ${column.labels.join(", ")}.`;
  if (column.input === "json") return jsonFault(value);
  if (column.input === "date" || column.input === "timestamp") return timeFault(column.input, value.trim());
  return null;
}

function numberFault({ baseType }: Column, value: string): string | null {
  if (INTEGERS.has(baseType)) return INTEGER.test(value) ? null : "Enter a whole number.";
  return NUMBER.test(value) ? null : "Enter a number.";
}

function jsonFault(value: string): string | null {
  try {
    JSON.parse(value);
    return null;
  } catch (error) {
    return error instanceof Error ? `Not valid JSON: ${error.message}` : "Not valid JSON.";
  }
}

/** Other formats are ambiguous between day and month, and PostgreSQL would accept them. */
function timeFault(input: "date" | "timestamp", value: string): string | null {
  if (SPECIAL.test(value)) return null;
  const found = (input === "date" ? DAY : MOMENT).exec(value);
  if (!found) {
    return input === "date"
      ? "Enter a date such as 2026-03-01."
      : "Enter a date and time such as 2026-03-01 09:30:00+00.";
  }
  const [written = 0, month = 0, day = 0] = found.slice(1, 4).map(Number);
  // Before year 1 comes year 1 BC.
  const year = found.at(-1) === undefined ? written : 1 - written;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return "Not a valid date.";
  const [hour = 0, minute = 0, second = 0] = found.slice(4, 7).map((part) => Number(part ?? 0) || 0);
  return hour > 24 || minute > 59 || second > 60 ? "Not a valid time." : null;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
