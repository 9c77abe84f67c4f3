import { Prisma } from "@/lib/db/generated/client";

/** Every column that holds sealed values, by its name in the database. A new one must be added here, or a rotation misses it. */
export const SEALED_COLUMNS = [
  { table: "host", column: "provisioner_url" },
  { table: "database", column: "password" },
  { table: "idempotency_record", column: "body" },
] as const;

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** The names are from the list above, never from outside. */
export function identifiersOf({ table, column }: SealedColumn): { table: Prisma.Sql; column: Prisma.Sql } {
  return { table: Prisma.raw(`"${table}"`), column: Prisma.raw(`"${column}"`) };
}
