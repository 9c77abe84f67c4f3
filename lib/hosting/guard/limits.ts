import type { Context } from "@/lib/core/context";
import { byteLimitsOf } from "@/lib/core/plans";
import type { DatabaseLimit } from "@/lib/core/ports/host-guard";

/** Returns how large each database of a host may become, also one that moves there. Copies of restore points are nobody's database. */
export async function findLimits(ctx: Context, hostId: string): Promise<DatabaseLimit[]> {
  const arriving = await ctx.db.operation.findMany({
    where: { targetHostId: hostId, kind: "move", status: "running" },
    select: { databaseId: true },
  });
  const rows = await ctx.db.database.findMany({
    where: { OR: [{ hostId }, { id: { in: arriving.map(({ databaseId }) => databaseId) } }] },
    select: {
      id: true,
      organisationId: true,
      organisation: { select: { plan: true, databaseBytes: true, keptBytes: true } },
    },
  });
  return rows.map(({ id, organisationId, organisation }) => ({
    databaseId: id,
    organisationId,
    maxBytes: byteLimitsOf(organisation).databaseBytes,
  }));
}
