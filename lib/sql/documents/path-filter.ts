import { z } from "zod";
import type { Parameters } from "@/lib/sql/tables/filter";
import { DocumentFilter, PATH_OPERATORS } from "./resource";

export const DocumentFilters = z.array(DocumentFilter).max(5);

/**
 * The conditions as SQL, joined by AND; `true` without any. Each becomes one SQL/JSON path (PostgreSQL 18, 9.16.2),
 * which is a parameter: the index of the collection serves it, and nothing of it is SQL.
 */
export function documentConditionOf(filters: readonly DocumentFilter[], parameters: Parameters): string {
  const conditions = filters.map((filter) => {
    const exists = `t.document @? ${parameters.add(jsonPathOf(filter))}::pg_catalog.jsonpath`;
    return filter.operator === "does not exist" ? `NOT coalesce(${exists}, false)` : exists;
  });
  return conditions.length === 0 ? "true" : conditions.join(" AND ");
}

/** `address.city` is meant as `$.address.city`. */
export function jsonPathOf({ path, operator, value = "" }: DocumentFilter): string {
  const whole = /^(\$|strict\b|lax\b|\()/.test(path) ? path : `$.${path}`;
  if (operator === "exists" || operator === "does not exist") return whole;
  if (operator === "contains") {
    return `${whole} ? (@ like_regex ${JSON.stringify(value)} flag "iq")`;
  }
  if (operator === "starts with") return `${whole} ? (@ starts with ${JSON.stringify(value)})`;
  return `${whole} ? (@ ${PATH_OPERATORS[operator]} ${scalarOf(value)})`;
}

/** `42`, `true`, `null` and `"42"` are what JSON says they are, as they were written; all else is text. */
function scalarOf(value: string): string {
  const text = value.trim();
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return text;
  } catch {
    // Not JSON, so text.
  }
  return JSON.stringify(value);
}
