import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { deletedCookie } from "../browser-cookie";
import type { SignedInContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { SignInResult } from "../result";

export const RevokeSessionInput = z.object({
  token: z.string().meta({
    description: "The `token` of a session, as /list-sessions names it.",
    example: "ses_4k9x2m7q1w8e5r3t6y0u",
  }),
});
type RevokeSessionInput = z.infer<typeof RevokeSessionInput>;

/** Ends one of the user's sessions. A session of another user and an unknown one get the same answer. */
export async function revokeSession(
  ctx: SignedInContext,
  input: RevokeSessionInput,
): Promise<SignInResult<{ status: true }>> {
  await endSessions(ctx, { id: input.token });
  const cookies = input.token === ctx.session.id ? [deletedCookie("session")] : [];
  return new SignInResult({ status: true }, { cookies });
}

export async function revokeSessions(ctx: SignedInContext): Promise<SignInResult<{ status: true }>> {
  await endSessions(ctx, {});
  return new SignInResult({ status: true }, { cookies: [deletedCookie("session")] });
}

export async function revokeOtherSessions(ctx: SignedInContext): Promise<{ status: true }> {
  await endSessions(ctx, { id: { not: ctx.session.id } });
  return { status: true };
}

export function endSessions(ctx: SignedInContext, which: { id?: string | { not: string } }): Promise<number> {
  const userId = ctx.session.user.id;
  return withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.session.deleteMany({ where: { ...which, userId, projectId: tx.project.id } });
    const outcome = count > 0 ? "accepted" : "refused";
    const reason = count > 0 ? {} : { reason: "no_such_session" };
    await recordSecurityEvent(tx, { kind: "session.revoke", outcome, userId, ...reason, data: { sessions: count } });
    return count;
  });
}
