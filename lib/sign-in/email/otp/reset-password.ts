import { z } from "zod";
import { Password } from "@/lib/core/user-fields";
import type { UserContext } from "../../context";
import { requireGoodPassword } from "../../credentials/policy";
import { SignInError } from "../../errors";
import { checkCode } from "../../mailbox/check-code";
import { replacePassword } from "../../password/replace";
import { sendResetMail } from "../../password/reset-mail";
import { withRemovedAccess } from "../../removed-access";
import type { PasswordResetByCode } from "../../sessions/replies";
import { AnyEmail, Otp, parseEmail, requireEmailOtp } from "./fields";

export const RequestOtpResetInput = z.object({ email: AnyEmail });
type RequestOtpResetInput = z.infer<typeof RequestOtpResetInput>;

/** Mails a reset code. Throws `EMAIL_OTP_DISABLED`, `INVALID_EMAIL`, `RESET_PASSWORD_DISABLED`, `TOO_MANY_REQUESTS`. */
export async function requestOtpReset(ctx: UserContext, input: RequestOtpResetInput): Promise<{ success: true }> {
  requireEmailOtp(ctx);
  await sendResetMail(ctx, { email: parseEmail(input.email), data: {} });
  return { success: true };
}

export const OtpResetInput = z.object({ email: AnyEmail, otp: Otp, password: Password });
type OtpResetInput = z.infer<typeof OtpResetInput>;

/**
 * Sets a new password with a mailed code, which a password that the policy refuses does not use up. Throws the errors
 * that
 * `checkCode` and `requireGoodPassword` throw, `EMAIL_OTP_DISABLED`, `INVALID_EMAIL`, `RESET_PASSWORD_DISABLED`.
 */
export async function resetPasswordByOtp(
  ctx: UserContext,
  input: OtpResetInput,
): Promise<z.infer<typeof PasswordResetByCode>> {
  requireEmailOtp(ctx);
  if (!ctx.project.settings.methods.password) throw new SignInError("RESET_PASSWORD_DISABLED");
  const email = parseEmail(input.email);
  await requireGoodPassword(ctx, input.password, email);
  const { passwords } = ctx.signIn;
  const { proof, passwordHash } = await passwords.withPlace(ctx.project, async (takePlace) => {
    const given = { purpose: "forget-password", email, code: input.otp, kind: "password.reset" } as const;
    const proof = await checkCode(ctx, given);
    takePlace();
    return { proof, passwordHash: await passwords.hash(ctx.project, input.password) };
  });
  const removed = await replacePassword(ctx, proof, passwordHash);
  if (removed === null) throw new SignInError("INVALID_OTP");
  return withRemovedAccess({ success: true }, removed);
}
