import { z } from "zod";
import { Password } from "@/lib/core/user-fields";
import type { UserContext } from "../context";
import { requireGoodPassword } from "../credentials/policy";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { onwardAddress } from "../flow/onward";
import { explainMissing, findByToken } from "../mailbox/find-by-token";
import type { Verification } from "../mailbox/verification";
import { withRemovedAccess } from "../removed-access";
import type { PasswordReset } from "../sessions/replies";
import { replacePassword } from "./replace";

export const ResetPasswordInput = z.object({
  newPassword: Password,
  token: z.string().max(128).optional().meta({ example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5d" }),
});
type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/**
 * Sets a new password with a mailed link, which a password that the policy refuses does not use up. Throws
 * `RESET_PASSWORD_DISABLED`, `INVALID_TOKEN` and the errors of `requireGoodPassword`.
 */
export async function resetPassword(
  ctx: UserContext,
  input: ResetPasswordInput,
): Promise<z.infer<typeof PasswordReset>> {
  if (!ctx.project.settings.methods.password) throw new SignInError("RESET_PASSWORD_DISABLED");
  const proof = await findByToken(ctx, input.token ?? "", ["forget-password"]);
  if (proof === null) {
    const missing = await explainMissing(ctx, input.token ?? "", ["forget-password"]);
    throw await refuse(ctx, missing.proof, missing.reason);
  }
  await requireGoodPassword(ctx, input.newPassword, proof.email);
  const passwordHash = await ctx.signIn.passwords.hash(ctx.project, input.newPassword);
  const removed = await replacePassword(ctx, proof, passwordHash);
  if (removed === null) throw await refuse(ctx, proof, "link_used");
  return withRemovedAccess({ status: true }, removed);
}

/** Returns whether the link works and where its page leads on, but never whose link it is. */
export async function describeResetLink(
  ctx: UserContext,
  token: string,
): Promise<{ valid: boolean; callbackURL: string | null }> {
  const proof = await findByToken(ctx, token, ["forget-password"]);
  return { valid: proof !== null, callbackURL: onwardAddress(ctx, proof?.data.callbackURL) };
}

async function refuse(ctx: UserContext, proof: Verification | null, reason: string): Promise<SignInError> {
  const userId = proof?.userId ?? null;
  await recordSecurityEvent(ctx, {
    kind: "password.reset",
    outcome: "refused",
    userId,
    reason,
    ...(proof && { data: { email: proof.email } }),
  });
  return new SignInError("INVALID_TOKEN");
}
