import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import type { SessionUser } from "../session-user";

/**
 * Marks the user's address as proven by somebody who need not be who made the account: by a mailed link or code, or by a
 * provider. Whatever was set up before the first proof, password, sessions, passkeys and factors, may be a stranger's
 * who waits for the owner of the mailbox, so it is dropped.
 */
export async function proveMailbox(ctx: UserContext, user: SessionUser): Promise<SessionUser> {
  if (user.emailVerified) return user;
  const where = { userId: user.id, projectId: ctx.project.id };
  const proven = { emailVerified: true, twoFactorEnabled: false, updatedAt: ctx.clock.now() };
  // Somebody real has the address: no testing token signs in as them from now on.
  const real = { ...proven, isTestUser: false };
  await withTransaction(ctx, async (tx) => {
    await tx.db.account.deleteMany({ where });
    await tx.db.session.deleteMany({ where });
    await tx.db.passkey.deleteMany({ where });
    await tx.db.backupCode.deleteMany({ where });
    await tx.db.twoFactor.deleteMany({ where });
    await tx.db.trustedDevice.deleteMany({ where });
    await tx.db.testToken.deleteMany({ where });
    await tx.db.user.update({ where: { id: user.id }, data: real, select: { id: true } });
    const data = { droppedEarlierCredentials: true };
    await recordSecurityEvent(tx, { kind: "email.verify", outcome: "accepted", userId: user.id, data });
  });
  return { ...user, ...proven };
}
