import type { Context } from "@/lib/core/context";
import { findLimits } from "./limits";
import { takeOver } from "./take-over";

/**
 * Tells the guard of a host the limits of each database, and takes over the guard's entries. A host without a guard is
 * left as it is. Throws `host_unavailable`.
 */
export async function exchangeWithGuard(ctx: Context, { hostId }: { hostId: string }): Promise<void> {
  const host = await ctx.hosts.get(hostId);
  await host.setLimits(await findLimits(ctx, hostId));
  for (;;) {
    const row = await ctx.db.host.findUnique({ where: { id: hostId }, select: { guardEventId: true } });
    const report = row && (await host.readGuard(row.guardEventId));
    if (!report) return;
    const events = await takeOver(ctx, { hostId, afterEventId: row.guardEventId }, report);
    for (const { databaseId, rule, act, measured, at } of events) {
      ctx.log.warn({ hostId, databaseId, rule, act, measured, at }, "the guard of a host acted");
    }
    if (events.length === 0) return;
  }
}
