import type { Context } from "@/lib/context";

/** Forgets sessions that have ended by themselves. */
export async function sweepSessions(ctx: Context): Promise<void> {
  await ctx.db.session.deleteMany({ where: { expiresAt: { lt: ctx.clock.now() } } });
}
