import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { databaseNotFound } from "@/lib/core/not-found";

/** The oldest deletion that can be taken back is later than this moment. */
export function restorableSince(ctx: Pick<Context, "clock" | "deletedDatabaseDays">): Date {
  return new Date(ctx.clock.now().getTime() - ctx.deletedDatabaseDays * DAY_MS);
}

export const DAY_MS = 86_400_000;

/** Returns a deleted database of an organisation. Throws `database_not_found`, also for one that is due to be dropped. */
export async function findDeleted(
  ctx: Context,
  { organisationId, databaseId }: Record<"organisationId" | "databaseId", string>,
) {
  const row = await ctx.db.deletedDatabase.findFirst({
    where: { databaseId, organisationId, deletedAt: { gt: restorableSince(ctx) } },
    select: { database: { select: { id: true, name: true, hostId: true, parentDatabaseId: true } } },
  });
  if (!row) throw databaseNotFound();
  return row.database;
}

/** Returns the owner and the name of a deleted database, for the operator. Throws `database_not_found`. */
export async function findOwner(ctx: Context, databaseId: string) {
  requireOperator(ctx);
  const row = await ctx.db.deletedDatabase.findUnique({
    where: { databaseId },
    select: { organisationId: true, database: { select: { name: true } } },
  });
  if (!row) throw databaseNotFound();
  return { organisationId: row.organisationId, databaseId, name: row.database.name };
}
