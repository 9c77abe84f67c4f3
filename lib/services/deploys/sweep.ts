import type { Context } from "@/lib/core/context";

const KEPT_DAYS = 90;

/** Deletes the history of processes that were last heard of 90 days ago. */
export async function sweepInstances(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await ctx.db.serviceInstance.deleteMany({ where: { beatAt: { lt: before } } });
}
