import { databaseNotFound } from "@/lib/core/not-found";
import type { Context } from "../context";

/** Filters to the rows that callers may see: a database is gone for everybody once its deletion is accepted. */
export const VISIBLE = { status: { not: "deleting" } } as const;

const COLUMNS = {
  id: true,
  name: true,
  status: true,
  hostId: true,
  hostKind: true,
  organisationId: true,
  parentDatabaseId: true,
} as const;

/** Throws the same `database_not_found` for an unknown id and for another organisation's database. */
export async function getDatabaseInOrganisation(ctx: Context, organisationId: string, databaseId: string) {
  const row = await ctx.db.database.findFirst({
    where: { id: databaseId, organisationId, ...VISIBLE },
    select: COLUMNS,
  });
  if (!row) throw databaseNotFound();
  return row;
}
