import { withTransaction } from "@/lib/core/db/transaction";
import type { AuthContext } from "../context";
import { recordSecurityEvent } from "../events/record";

/** Ends the session of the request's cookie and deletes the cookie. Without a session there is nothing to do. */
export async function signOut(ctx: AuthContext): Promise<{ success: true }> {
  const { session } = ctx;
  ctx.reply.cookie = null;
  if (session === null) return { success: true };
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.session.deleteMany({ where: { id: session.id, projectId: ctx.tenant.id } });
    await recordSecurityEvent(ctx, { kind: "session.sign_out", outcome: "accepted", userId: session.user.id });
  });
  return { success: true };
}
