import { withTransaction } from "@/lib/core/db/transaction";
import { deletedCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { SignInResult } from "../result";

export async function signOut(ctx: UserContext): Promise<SignInResult<{ success: true }>> {
  const { session } = ctx;
  const done = new SignInResult({ success: true } as const, { cookies: [deletedCookie("session")] });
  if (session === null) return done;
  await withTransaction(ctx, async (ctx) => {
    await ctx.db.session.deleteMany({ where: { id: session.id, projectId: ctx.project.id } });
    await recordSecurityEvent(ctx, { kind: "session.sign_out", outcome: "accepted", userId: session.user.id });
  });
  return done;
}
