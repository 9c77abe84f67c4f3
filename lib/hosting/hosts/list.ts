import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Host, toHost } from "./resource";

export interface HostUsage extends Host {
  databases: number;
  free: number;
}

/** Returns every host by name, with the number of its databases and of its free places. */
export async function listHosts(ctx: Context): Promise<HostUsage[]> {
  requireOperator(ctx);
  const rows = await ctx.db.host.findMany({
    orderBy: { name: "asc" },
    include: { _count: { select: { databases: true } } },
  });
  return rows.map((row) => ({
    ...toHost(row),
    databases: row._count.databases,
    free: Math.max(0, row.capacity - row._count.databases),
  }));
}
