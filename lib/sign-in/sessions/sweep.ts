import type { Context } from "@/lib/core/context";

export async function sweepSessions(ctx: Context): Promise<void> {
  const where = { expiresAt: { lt: ctx.clock.now() } };
  await ctx.db.session.deleteMany({ where });
  await ctx.db.flow.deleteMany({ where });
  await ctx.db.trustedDevice.deleteMany({ where });
  await ctx.db.testToken.deleteMany({ where });
}
