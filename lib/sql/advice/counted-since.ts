import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";

/**
 * Returns the time since which PostgreSQL has counted scans and rows: since the database was made or put in place by a
 * restore, or the host lost its statistics. Customers can't reset them.
 */
export async function readCountedSince(ctx: Context, session: CustomerSession, databaseId: string): Promise<string> {
  const { createdAt } = await ctx.db.database.findUniqueOrThrow({
    where: { id: databaseId },
    select: { createdAt: true },
  });
  const restored = await ctx.db.operation.findFirst({
    where: { databaseId, kind: "restore", status: "done", finishedAt: { not: null } },
    select: { finishedAt: true },
    orderBy: { finishedAt: "desc" },
  });
  const { rows } = await session.query("SELECT floor(extract(epoch FROM stats_reset) * 1000) FROM pg_stat_wal");
  const times = [createdAt.getTime(), restored?.finishedAt?.getTime() ?? 0, Number(rows[0]?.[0] ?? 0)];
  return new Date(Math.max(...times)).toISOString();
}
