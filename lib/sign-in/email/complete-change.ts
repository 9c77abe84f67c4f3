import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { sendNotice } from "../mailbox/send";
import { revokeVerifications, takeVerification } from "../mailbox/take";
import type { Verification } from "../mailbox/verification";
import type { SessionUser } from "../session-user";

/**
 * Gives the signed-in user a proven address, ends every link and code mailed to either address, and notifies the old
 * one. Without the session, a stranger could have a mailbox's owner confirm it for the stranger's account. Returns
 * `null` when the proof is used or the address taken. Throws `UNAUTHORIZED`.
 */
export async function completeEmailChange(ctx: UserContext, proof: Verification): Promise<SessionUser | null> {
  const user = ctx.session?.user;
  if (user === undefined || user.id !== proof.userId) throw new SignInError("UNAUTHORIZED");
  const changed = { email: proof.email, emailVerified: true, updatedAt: ctx.clock.now() };
  try {
    return await withTransaction(ctx, async (tx) => {
      if (!(await takeVerification(tx, proof))) return null;
      const where = { id: user.id, projectId: tx.project.id, email: user.email };
      // A real person has the address, so testing tokens must no longer sign in as them.
      const { count } = await tx.db.user.updateMany({ where, data: { ...changed, isTestUser: false } });
      if (count === 0) return null;
      await tx.db.testToken.deleteMany({ where: { projectId: tx.project.id, userId: user.id } });
      await revokeVerifications(tx, { userId: user.id, emails: [user.email, proof.email] });
      const data = { from: user.email, to: proof.email };
      await recordSecurityEvent(tx, { kind: "email.change", outcome: "accepted", userId: user.id, data });
      await sendNotice(tx, { kind: "email-changed", to: user.email, content: { newEmail: proof.email } });
      return { ...user, ...changed };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
