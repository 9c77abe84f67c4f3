import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { DAY_MS, restorableSince } from "./find";
import type { RestorableDatabase } from "./resource";

/** Returns the deleted databases of an organisation that can be brought back, the latest first. */
export async function listDeletedDatabases(
  ctx: Context,
  { organisationId }: { organisationId: string },
): Promise<RestorableDatabase[]> {
  requireMemberPermission(ctx, organisationId, "databases:read");
  const rows = await ctx.db.deletedDatabase.findMany({
    where: { organisationId, deletedAt: { gt: restorableSince(ctx) } },
    orderBy: [{ deletedAt: "desc" }, { databaseId: "asc" }],
    include: { database: { select: { name: true, parentDatabaseId: true } } },
  });
  return rows.map(({ databaseId: id, sizeBytes, deletedAt, database }) => ({
    id,
    name: database.name,
    isBranch: database.parentDatabaseId !== null,
    sizeBytes: Number(sizeBytes),
    deletedAt: deletedAt.toISOString(),
    restorableUntil: new Date(deletedAt.getTime() + ctx.deletedDatabaseDays * DAY_MS).toISOString(),
  }));
}
