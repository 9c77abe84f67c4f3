import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import type { SessionUser } from "../session-user";

/** A company's directory proves addresses, too, and has no browser. */
type ProvingContext = Context & Pick<UserContext, "userAgent" | "attempt"> & { project: { id: string } };

/**
 * Marks the user's address as proven. The person who proves it need not have created the account: password, sessions,
 * passkeys and factors from before the first proof may be a stranger's, so they are deleted.
 */
export async function proveMailbox(ctx: ProvingContext, user: SessionUser): Promise<SessionUser> {
  if (user.emailVerified) return user;
  const where = { userId: user.id, projectId: ctx.project.id };
  const proven = { emailVerified: true, twoFactorEnabled: false, updatedAt: ctx.clock.now() };
  // A real person has the address, so testing tokens must no longer sign in as them.
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
