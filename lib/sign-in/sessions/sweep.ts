import type { Context } from "@/lib/core/context";
import { addSeconds } from "../../core/add-seconds";

export async function sweepSessions(ctx: Context): Promise<void> {
  const where = { expiresAt: { lt: ctx.clock.now() } };
  await ctx.db.session.deleteMany({ where });
  // One that waits for its second factor has no session yet.
  const unused = { createdAt: { lt: addSeconds(ctx.clock.now(), -86_400) }, sessions: { none: {} } };
  await ctx.db.ssoSession.deleteMany({ where: unused });
  await ctx.db.flow.deleteMany({ where });
  // A device that polls late is told for an hour that its code has expired.
  const pollsUntil = addSeconds(ctx.clock.now(), -3_600);
  await ctx.db.deviceGrant.deleteMany({ where: { expiresAt: { lt: pollsUntil } } });
  await ctx.db.trustedDevice.deleteMany({ where });
  await ctx.db.testToken.deleteMany({ where });
}
