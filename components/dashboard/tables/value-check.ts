import type { Column } from "@/lib/sql/tables/resource";

const DAY = /^(\d{4,})-(\d{2})-(\d{2})( BC)?$/;
const MOMENT =
  /^(\d{4,})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?: ?(?:Z|UTC|[+-]\d{2}(?::?\d{2}){0,2}))?( BC)?$/i;
const SPECIAL = /^(?:-?infinity|epoch|now|today|tomorrow|yesterday)$/i;
const NEVER_EMPTY: ReadonlySet<Column["input"]> = new Set(["boolean", "json", "number", "date", "timestamp"]);

/** Whether no value of the column is written as nothing at all, so that nothing typed means NULL. */
export function isNeverEmpty({ input, baseType }: Column): boolean {
  return NEVER_EMPTY.has(input) || baseType === "uuid";
}

/** What a draft stands for: NULL and empty text are two values where the type has both. */
export function meantBy(column: Column, draft: string | null): string | null {
  return draft === "" && isNeverEmpty(column) ? null : draft;
}

/** What is wrong with a value before PostgreSQL is asked; `null` when nothing is known to be. */
export function faultOf(column: Column, value: string | null): string | null {
  if (value === null) return column.isNullable ? null : "A value is needed: this column is never NULL.";
  if (column.input === "json") return jsonFault(value);
  if (column.input === "date" || column.input === "timestamp") return timeFault(column.input, value.trim());
  return null;
}

function jsonFault(value: string): string | null {
  try {
    JSON.parse(value);
    return null;
  } catch (error) {
    return error instanceof Error ? `Not JSON: ${error.message}` : "Not JSON";
  }
}

/** Other ways to write a day mean one thing here and another there: PostgreSQL would take them without asking. */
function timeFault(input: "date" | "timestamp", value: string): string | null {
  if (SPECIAL.test(value)) return null;
  const found = (input === "date" ? DAY : MOMENT).exec(value);
  if (!found) {
    return input === "date" ? "Write the day as 2026-03-01." : "Write the moment as 2026-03-01 09:30:00+00.";
  }
  const [year = 0, month = 0, day = 0] = found.slice(1, 4).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return "There is no such day.";
  const [hour = 0, minute = 0, second = 0] = found.slice(4, 7).map((part) => Number(part ?? 0) || 0);
  return hour > 24 || minute > 59 || second > 60 ? "There is no such time of day." : null;
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
