import { z } from "zod";
import type { Parameters } from "@/lib/sql/tables/filter";
import { DocumentFilter, PATH_OPERATORS } from "./resource";

export const DocumentFilters = z.array(DocumentFilter).max(5);

/** Returns the conditions as SQL: paths (PostgreSQL 18, 9.16.2), sent as parameters, which an index can serve. */
export function documentConditionOf(filters: readonly DocumentFilter[], parameters: Parameters): string {
  const conditions = filters.map((filter) => {
    const exists = `t.document @? ${parameters.add(jsonPathOf(filter))}::pg_catalog.jsonpath`;
    return filter.operator === "does not exist" ? `NOT coalesce(${exists}, false)` : exists;
  });
  return conditions.length === 0 ? "true" : conditions.join(" AND ");
}

/** Returns the SQL/JSON path of a filter; `address.city` stands for `$.address.city`. */
export function jsonPathOf({ path, operator, value = "" }: DocumentFilter): string {
  const whole = /^(\$|strict\b|lax\b|\()/.test(path) ? path : `$.${path}`;
  if (operator === "exists" || operator === "does not exist") return whole;
  if (operator === "contains") {
    return `${whole} ? (@ like_regex ${JSON.stringify(value)} flag "iq")`;
  }
  if (operator === "starts with") return `${whole} ? (@ starts with ${JSON.stringify(value)})`;
  return `${whole} ? (@ ${PATH_OPERATORS[operator]} ${scalarOf(value)})`;
}

/** Returns the JSON scalar of a value: `42`, `true`, `null` and `"42"` as they are written, anything else as text. */
function scalarOf(value: string): string {
  const text = value.trim();
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return text;
  } catch {
    // A value that is not JSON is text.
  }
  return JSON.stringify(value);
}
