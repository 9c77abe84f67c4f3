import { escapeIdentifier } from "pg";
import { ServiceError } from "@/lib/core/errors";
import type { Column, RowFilter } from "./resource";

export const MAX_FILTERS = 10;

const COMPARISONS = { equals: "=", differs: "<>", less: "<", "at most": "<=", greater: ">", "at least": ">=" } as const;

/** Collects the values of a statement, which are sent beside its text. */
export class Parameters {
  readonly values: (string | null)[] = [];

  add(value: string | null): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * Returns the conditions as SQL, joined by AND; `true` without any. Names are quoted, values become parameters. Throws
 * `invalid_request` for a column that is not there.
 */
export function conditionOf(filters: readonly RowFilter[], columns: readonly Column[], parameters: Parameters): string {
  const conditions = filters.map((filter) => {
    const column = findColumn(columns, filter.column);
    return one(column, filter, parameters);
  });
  return conditions.length === 0 ? "true" : conditions.join(" AND ");
}

export function findColumn(columns: readonly Column[], name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new ServiceError("invalid_request", `The table has no column ${name}.`);
  return column;
}

/** Returns what a column is sorted and compared by: its text when PostgreSQL ships no order of its type. */
export function comparable(column: Column): { expression: string; type: string } {
  const expression = `t.${escapeIdentifier(column.name)}`;
  return column.isOrdered
    ? { expression, type: column.baseType }
    : { expression: `${expression}::pg_catalog.text`, type: "pg_catalog.text" };
}

function one(column: Column, { operator, value = "" }: RowFilter, parameters: Parameters): string {
  const name = `t.${escapeIdentifier(column.name)}`;
  // `IS NULL` is also true for a row of NULLs.
  if (operator === "is null") return `${name} IS NOT DISTINCT FROM NULL`;
  if (operator === "is not null") return `${name} IS DISTINCT FROM NULL`;
  if (operator === "contains" || operator === "starts with") {
    const pattern = `${operator === "contains" ? "%" : ""}${value.replace(/[\\%_]/g, "\\$&")}%`;
    return `${name}::pg_catalog.text ILIKE ${parameters.add(pattern)}::pg_catalog.text`;
  }
  const { expression, type } = comparable(column);
  return `${expression} ${COMPARISONS[operator]} ${parameters.add(value)}::${type}`;
}
