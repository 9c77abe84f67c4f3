import { escapeIdentifier } from "pg";
import { ServiceError } from "@/lib/core/errors";
import { alternativesOf, type FilterOperator, type RowCondition, type RowFilter } from "./filters/resource";
import type { Column } from "./resource";

const COMPARISONS: Partial<Record<FilterOperator, string>> = {
  equals: "=",
  differs: "<>",
  less: "<",
  "at most": "<=",
  greater: ">",
  "at least": ">=",
};

const PATTERNS: Partial<Record<FilterOperator, string>> = {
  contains: "ILIKE",
  "starts with": "ILIKE",
  like: "LIKE",
  matches: "~",
  "matches ignoring case": "~*",
};

/** Collects the values of a statement, which are sent beside its text. */
export class Parameters {
  readonly values: (string | null)[] = [];

  add(value: string | null): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * Returns the filter as SQL: its entries joined by AND, the conditions of a group by OR; `true` without any. Names are
 * quoted, values become parameters. Throws `invalid_request` for a column that is not there.
 */
export function conditionOf(filters: readonly RowFilter[], columns: readonly Column[], parameters: Parameters): string {
  const entries = filters.map((filter) => {
    const conditions = alternativesOf(filter).map((condition) => one(columns, condition, parameters));
    return conditions.length === 1 ? conditions[0] : `(${conditions.join(" OR ")})`;
  });
  return entries.length === 0 ? "true" : entries.join(" AND ");
}

export function findColumn(columns: readonly Column[], name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new ServiceError("invalid_request", `The table has no column ${name}.`);
  return column;
}

/**
 * Returns the expression that a column is sorted and compared by: its text when PostgreSQL ships no order of its type.
 */
export function comparable(column: Column): { expression: string; type: string } {
  const expression = `t.${escapeIdentifier(column.name)}`;
  return column.isOrdered
    ? { expression, type: column.baseType }
    : { expression: `${expression}::pg_catalog.text`, type: "pg_catalog.text" };
}

function one(columns: readonly Column[], condition: RowCondition, parameters: Parameters): string {
  const column = findColumn(columns, condition.column);
  const { expression, type } = comparable(column);
  const sides = { name: `t.${escapeIdentifier(column.name)}`, expression, type, elementType: column.elementType };
  return `(${writeCondition(condition, sides, parameters)})`;
}

interface Sides {
  /** The column itself. */
  name: string;
  /** The expression to compare, and its type. */
  expression: string;
  type: string;
  elementType: string | null;
}

/** Returns one condition as SQL. */
export function writeCondition(condition: RowCondition, sides: Sides, parameters: Parameters): string {
  const { operator, value = "", values = [] } = condition;
  const { name, expression, type, elementType } = sides;
  const typed = (each: string) => `${parameters.add(each)}::${type}`;
  const pattern = PATTERNS[operator];
  if (pattern)
    return `${name}::pg_catalog.text ${pattern} ${parameters.add(patternOf(operator, value))}::pg_catalog.text`;
  switch (operator) {
    // `IS NULL` is also true for a row of NULLs.
    case "is null":
      return `${name} IS NOT DISTINCT FROM NULL`;
    case "is not null":
      return `${name} IS DISTINCT FROM NULL`;
    case "is true":
      return `${name} IS TRUE`;
    case "is false":
      return `${name} IS FALSE`;
    case "in":
      return `${expression} IN (${values.map(typed).join(", ")})`;
    case "not in":
      return `${expression} NOT IN (${values.map(typed).join(", ")})`;
    case "between":
      return `${expression} BETWEEN ${typed(values[0] ?? "")} AND ${typed(values[1] ?? "")}`;
    case "json contains":
      return `${name}::pg_catalog.jsonb @> ${parameters.add(value)}::pg_catalog.jsonb`;
    case "has element":
      return `${parameters.add(value)}::${elementType} = ANY (${name}::${elementType}[])`;
    default:
      return `${expression} ${COMPARISONS[operator]} ${typed(value)}`;
  }
}

function patternOf(operator: FilterOperator, value: string): string {
  if (operator !== "contains" && operator !== "starts with") return value;
  return `${operator === "contains" ? "%" : ""}${value.replace(/[\\%_]/g, "\\$&")}%`;
}
