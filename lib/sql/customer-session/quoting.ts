import { escapeIdentifier, escapeLiteral } from "pg";

export interface TableName {
  schema: string;
  name: string;
}

export function quoteTable({ schema, name }: TableName): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

export function quoteValue(value: string | null): string {
  return value === null ? "NULL" : escapeLiteral(value);
}

/** Returns a row as a literal of a composite type in text format. */
export function rowLiteral(values: readonly (string | null)[]): string {
  return `(${values.map((value) => (value === null ? "" : `"${escaped(value)}"`)).join(",")})`;
}

export function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((element) => `"${escaped(element)}"`).join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/["\\]/g, "\\$&");
}
