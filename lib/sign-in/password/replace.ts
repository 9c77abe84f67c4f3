import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import type { UserContext } from "../context";
import { CREDENTIAL, freshPassword } from "../credentials/credential";
import { recordSecurityEvent } from "../events/record";
import { forgetAttempts } from "../flow/limits";
import { localeOf } from "../flow/locale";
import { holdsAccount } from "../flow/own-browser";
import { sendNotice } from "../mailbox/send";
import { revokeVerifications, takeVerification } from "../mailbox/take";
import type { Verification } from "../mailbox/verification";
import { hostedPageAddress } from "../pages/address";
import type { RemovedAccess } from "../removed-access";
import { findUserById } from "../users/find";
import { proveMailbox } from "../users/prove-mailbox";

/**
 * Gives the user of a proven mailbox a new password without signing them in, so a second factor stays in force. Their
 * sessions, trusted browsers and mailed links and codes end. Returns the sign-in methods that a first proof of the
 * address removed besides, and
 * `null` when the proof was used or replaced or the address has changed.
 */
export async function replacePassword(
  ctx: UserContext,
  proof: Verification,
  passwordHash: string,
): Promise<RemovedAccess[] | null> {
  const { userId, email } = proof;
  const removed = await withTransaction(ctx, async (tx) => {
    const user = userId === null ? null : await findUserById(tx, userId);
    if (user?.email !== email || !(await takeVerification(tx, proof))) return null;
    const isOwner = await holdsAccount(tx, user);
    const proven = await proveMailbox(tx, user, { isOwner, locale: localeOf(tx), replaced: "password" });
    await setCredential(tx, user.id, passwordHash);
    const where = { userId: user.id, projectId: tx.project.id };
    await tx.db.session.deleteMany({ where });
    await tx.db.trustedDevice.deleteMany({ where });
    await revokeVerifications(tx, { userId: user.id, emails: [email] });
    await recordSecurityEvent(tx, { kind: "password.reset", outcome: "accepted", userId: user.id });
    const resetLink = hostedPageAddress(tx, tx.project.id, "forgot-password");
    await sendNotice(tx, { kind: "password-changed", to: email, content: { resetLink } });
    return proven.removed;
  });
  if (removed !== null) await forgetAttempts(ctx, email);
  return removed;
}

async function setCredential(ctx: UserContext, userId: string, passwordHash: string): Promise<void> {
  const projectId = ctx.project.id;
  const now = ctx.clock.now();
  const account = { projectId, providerId: CREDENTIAL, accountId: userId };
  const fresh = { ...freshPassword(ctx, passwordHash), updatedAt: now };
  await ctx.db.account.upsert({
    where: { projectId_providerId_accountId: account },
    create: { id: createId("account", ctx.random), userId, ...account, ...fresh, createdAt: now },
    update: fresh,
    select: { id: true },
  });
}
