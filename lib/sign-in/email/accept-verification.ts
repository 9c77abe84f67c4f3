import { withTransaction } from "@/lib/core/db/transaction";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { takeFlow } from "../flows/flow";
import { forgetAttempts } from "../limits";
import { takeVerification } from "../mailbox/take";
import type { Verification } from "../mailbox/verification";
import type { SessionUser } from "../session-user";
import { findUserById } from "../users/find";
import { requireOwner } from "./require-owner";

/**
 * Marks the address of the proof's user as verified; their credentials stay. Returns `null` when the proof was used or
 * replaced or the address has changed. Throws what `requireOwner` throws, before the proof is spent.
 */
export async function acceptVerification(
  ctx: UserContext,
  proof: Verification,
  password: string | undefined,
): Promise<{ user: SessionUser; cookies: BrowserCookie[] } | null> {
  const user = proof.userId === null ? null : await findUserById(ctx, proof.userId);
  if (user?.email !== proof.email) return null;
  if (!user.emailVerified) await requireOwner(ctx, user, password);
  const proven = { emailVerified: true, updatedAt: ctx.clock.now() };
  const isDone = await withTransaction(ctx, async (tx) => {
    if (!(await takeVerification(tx, proof))) return false;
    // A real person has the address, so testing tokens must no longer sign in as them.
    const data = { ...proven, isTestUser: false };
    const projectId = tx.project.id;
    const { count } = await tx.db.user.updateMany({ where: { id: user.id, projectId, email: user.email }, data });
    await tx.db.testToken.deleteMany({ where: { projectId, userId: user.id } });
    await recordSecurityEvent(tx, { kind: "email.verify", outcome: "accepted", userId: user.id });
    return count === 1;
  });
  if (!isDone) return null;
  const { cookies } = await takeFlow(ctx, "email-verification");
  await forgetAttempts(ctx, user.email);
  return { user: { ...user, ...proven }, cookies };
}
