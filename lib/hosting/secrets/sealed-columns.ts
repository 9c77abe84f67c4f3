import { Prisma } from "@/lib/core/db/generated/client";

interface SealedColumnNames {
  table: string;
  column: string;
  /** The columns of the primary key. Joined by colons, their values are the row id that a value is sealed to. */
  key: readonly string[];
}

/** Every column that holds sealed values, by its name in the database. A rotation misses a column not listed here. */
export const SEALED_COLUMNS = [
  { table: "host", column: "provisioner_url", key: ["id"] },
  { table: "database", column: "password", key: ["id"] },
  { table: "idempotency_record", column: "body", key: ["id"] },
  { table: "project_provider", column: "client_secret", key: ["project_id", "provider"] },
  { table: "sso_connection", column: "client_secret", key: ["id"] },
  { table: "sso_connection", column: "private_key", key: ["id"] },
  { table: "sso_connection", column: "next_private_key", key: ["id"] },
  { table: "sso_session", column: "id_token", key: ["id"] },
  { table: "signing_key", column: "private_jwk", key: ["id"] },
  { table: "two_factor", column: "secret", key: ["user_id"] },
  { table: "mail_message", column: "content", key: ["id"] },
  { table: "sender_domain", column: "dkim_private_key", key: ["project_id"] },
  { table: "sender_domain", column: "next_private_key", key: ["project_id"] },
  { table: "webhook_endpoint", column: "secret", key: ["id"] },
  { table: "webhook_endpoint", column: "previous_secret", key: ["id"] },
  { table: "data_change", column: "rows", key: ["id"] },
  { table: "background_run", column: "content", key: ["id"] },
  { table: "background_run", column: "results", key: ["id"] },
  { table: "function_version", column: "env", key: ["id"] },
  { table: "function_secret", column: "value", key: ["id"] },
  { table: "operator_setting", column: "value", key: ["name"] },
  { table: "user_import_part", column: "content", key: ["import_id", "position"] },
] as const satisfies readonly SealedColumnNames[];

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

interface SealedIdentifiers {
  table: Prisma.Sql;
  column: Prisma.Sql;
  rowId: Prisma.Sql;
}

/** Returns the column as SQL identifiers. The names come from the list above only. */
export function identifiersOf({ table, column, key }: SealedColumn): SealedIdentifiers {
  return {
    table: Prisma.raw(`"${table}"`),
    column: Prisma.raw(`"${column}"`),
    rowId: Prisma.raw(key.map((name) => `"${name}"`).join(" || ':' || ")),
  };
}
