import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";

/** Returns the names of databases of the organisation by their ids, without those that are gone or another's. */
export async function findDatabaseNames(
  ctx: Context,
  { databaseIds }: { databaseIds: readonly string[] },
): Promise<Map<string, string>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  if (databaseIds.length === 0) return new Map();
  const rows = await ctx.db.database.findMany({
    where: { id: { in: [...new Set(databaseIds)] }, organisationId, ...VISIBLE },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
