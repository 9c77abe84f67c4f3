import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { Password } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { CREDENTIAL, findCredential, freshPassword } from "../credentials/credential";
import { requireGoodPassword } from "../credentials/policy";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { sendNotice } from "../mailbox/send";
import { hostedPageAddress } from "../pages/address";
import { requireFreshSession } from "../sessions/require-fresh";

export const SetPasswordInput = z.object({ newPassword: Password });
type SetPasswordInput = z.infer<typeof SetPasswordInput>;

/**
 * Gives a first password to a signed-in user without one, who is told by mail. Throws `EMAIL_PASSWORD_DISABLED`,
 * `SESSION_NOT_FRESH`, `PASSWORD_ALREADY_SET` and the errors of `requireGoodPassword`.
 */
export async function setPassword(ctx: SignedInContext, { newPassword }: SetPasswordInput): Promise<{ status: true }> {
  if (!ctx.project.settings.methods.password) throw new SignInError("EMAIL_PASSWORD_DISABLED");
  requireFreshSession(ctx);
  const { user } = ctx.session;
  const credential = await findCredential(ctx, user.email);
  if (credential !== null && credential.passwordHash !== null) throw new SignInError("PASSWORD_ALREADY_SET");
  await requireGoodPassword(ctx, newPassword, user.email);
  const passwordHash = await ctx.signIn.passwords.hash(ctx.project, newPassword);
  await withTransaction(ctx, async (tx) => {
    if (!(await insertPassword(tx, passwordHash))) throw new SignInError("PASSWORD_ALREADY_SET");
    await recordSecurityEvent(tx, { kind: "password.set", outcome: "accepted", userId: user.id });
    const resetLink = hostedPageAddress(tx, tx.project.id, "forgot-password");
    await sendNotice(tx, { kind: "password-set", to: user.email, content: { resetLink } });
  });
  return { status: true };
}

/** Returns `false` when a concurrent request has set one. An imported user may have a row without a password. */
async function insertPassword(tx: SignedInContext, passwordHash: string): Promise<boolean> {
  const projectId = tx.project.id;
  const userId = tx.session.user.id;
  const now = tx.clock.now();
  const fresh = { ...freshPassword(tx, passwordHash), updatedAt: now };
  const account = { projectId, userId, providerId: CREDENTIAL, accountId: userId };
  const id = createId("account", tx.random);
  const data = [{ id, ...account, ...fresh, createdAt: now }];
  const inserted = await tx.db.account.createMany({ data, skipDuplicates: true });
  if (inserted.count === 1) return true;
  const updated = await tx.db.account.updateMany({ where: { ...account, passwordHash: null }, data: fresh });
  return updated.count === 1;
}
