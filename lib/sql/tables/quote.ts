import { ServiceError } from "@/lib/core/errors";

export interface TableName {
  schema: string;
  name: string;
}

/** An identifier as SQL writes it, whatever it holds (PostgreSQL 18, 4.1.1). */
export function quoteIdentifier(name: string): string {
  if (name === "" || name.includes("\0")) {
    throw new ServiceError("invalid_request", "A name is not empty and holds no NUL character.");
  }
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteTable({ schema, name }: TableName): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}
