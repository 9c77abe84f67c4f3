import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { Password } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { confirmPassword } from "../credentials/confirm";
import { freshPassword } from "../credentials/credential";
import { requireGoodPassword } from "../credentials/policy";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { sendNotice } from "../mailbox/send";
import { hostedPageAddress } from "../pages/address";
import { SignInResult } from "../result";
import { issueSession } from "../sessions/issue";
import { endSessions } from "../sessions/revoke";
import { revokeTrustedDevices } from "../sessions/trusted-devices/trust";
import { toUser, type User } from "../users/resource";

export const ChangePasswordInput = z.object({
  newPassword: Password,
  currentPassword: Password,
  revokeOtherSessions: z.boolean().optional(),
});
type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/**
 * Sets a new password, tells the user by mail and ends the trust in all browsers. With `revokeOtherSessions` every session ends and this
 * browser gets a new one. Throws the errors of `requireGoodPassword` and `confirmPassword`.
 */
export async function changePassword(
  ctx: SignedInContext,
  input: ChangePasswordInput,
): Promise<SignInResult<{ token: string | null; user: User }>> {
  const { user, isRemembered, factors } = ctx.session;
  await requireGoodPassword(ctx, input.newPassword, user.email);
  const { accountId, passwordHash } = await confirmPassword(ctx, input.currentPassword, "password.change");
  const newHash = await ctx.signIn.passwords.hash(ctx.project, input.newPassword);
  return withTransaction(ctx, async (tx) => {
    // The second of two concurrent changes no longer has the current password.
    const { count } = await tx.db.account.updateMany({
      where: { id: accountId, projectId: tx.project.id, passwordHash },
      data: { ...freshPassword(tx, newHash), updatedAt: tx.clock.now() },
    });
    if (count === 0) throw new SignInError("INVALID_PASSWORD");
    await recordSecurityEvent(tx, { kind: "password.change", outcome: "accepted", userId: user.id });
    const cookies = await revokeTrustedDevices(tx, user.id);
    const resetLink = hostedPageAddress(tx, tx.project.id, "forgot-password");
    await sendNotice(tx, { kind: "password-changed", to: user.email, content: { resetLink } });
    const changed = { token: null, user: toUser(user) };
    if (!input.revokeOtherSessions) return new SignInResult(changed, { cookies });
    await endSessions(tx, {});
    // The password alone must not make the session of a user with a second factor fresh.
    const origin = { ...ctx.session, authenticatedAt: tx.clock.now() };
    const { session, cookie } = await issueSession(tx, { userId: user.id, isRemembered, factors, origin });
    return new SignInResult({ ...changed, token: session.token }, { cookies: [...cookies, cookie] });
  });
}
