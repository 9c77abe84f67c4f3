import type { Context } from "@/lib/core/context";

export async function sweepProofs(ctx: Context): Promise<void> {
  const where = { expiresAt: { lt: ctx.clock.now() } };
  await ctx.db.verification.deleteMany({ where });
  await ctx.db.userInvitation.deleteMany({ where });
  await ctx.db.flow.deleteMany({ where });
}
