import { escapeIdentifier } from "pg";
import { quoteTable, quoteValue } from "@/lib/sql/customer-session/quoting";
import type { RowChange } from "./row-change";

const SHOWN = 100;

/** Returns the statements that would make the same changes, for the history. */
export function describeRowChanges(changes: readonly RowChange[]): string {
  const texts = changes.slice(0, SHOWN).map(describe);
  const rest = changes.length - texts.length;
  return [...texts, ...(rest > 0 ? [`-- and ${rest} more`] : [])].join("\n");
}

function describe(change: RowChange): string {
  const table = quoteTable(change.table);
  switch (change.kind) {
    case "insert": {
      const names = Object.keys(change.values);
      if (names.length === 0) return `INSERT INTO ${table} DEFAULT VALUES;`;
      const values = Object.values(change.values).map(quoteValue);
      return `INSERT INTO ${table} (${names.map(escapeIdentifier).join(", ")}) VALUES (${values.join(", ")});`;
    }
    case "update":
      return `UPDATE ${table} SET ${assignments(change.values).join(", ")} WHERE ${assignments(change.key).join(" AND ")};`;
    case "delete":
      return `DELETE FROM ${table} WHERE ${assignments(change.key).join(" AND ")};`;
  }
}

function assignments(values: Record<string, string | null>): string[] {
  return Object.entries(values).map(([name, value]) => `${escapeIdentifier(name)} = ${quoteValue(value)}`);
}
