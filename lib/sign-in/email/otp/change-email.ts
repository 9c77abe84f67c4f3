import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../../context";
import { SignInError } from "../../errors";
import { countMail } from "../../flow/limits";
import { checkCode } from "../../mailbox/check-code";
import { takeVerification } from "../../mailbox/take";
import { requireFreshSession } from "../../sessions/require-fresh";
import { mailNewMailbox } from "../change-mails";
import { completeEmailChange } from "../complete-change";
import { AnyEmail, Otp, parseEmail, requireEmailOtp } from "./fields";

export const RequestOtpEmailChangeInput = z.object({
  newEmail: AnyEmail,
  otp: Otp.optional().meta({
    description: "A code of type `email-verification`, mailed to the present address; needed once that is verified.",
  }),
});
type RequestOtpEmailChangeInput = z.infer<typeof RequestOtpEmailChangeInput>;

/**
 * Mails a code to the new address once a code mailed to the present one was given. Throws the errors of `checkCode`,
 * `EMAIL_OTP_DISABLED`, `INVALID_EMAIL`, `EMAIL_IS_THE_SAME`, `VALIDATION_ERROR`, `SESSION_NOT_FRESH`,
 * `TOO_MANY_REQUESTS`.
 */
export async function requestEmailChangeByOtp(
  ctx: SignedInContext,
  input: RequestOtpEmailChangeInput,
): Promise<{ success: true }> {
  requireEmailOtp(ctx);
  const newEmail = parseNewEmail(ctx, input.newEmail);
  const { user } = ctx.session;
  if (!user.emailVerified) requireFreshSession(ctx);
  else if (input.otp === undefined) {
    throw new SignInError("VALIDATION_ERROR", { message: "OTP is required to verify current email" });
  }
  await countMail(ctx, newEmail);
  if (user.emailVerified) await proveCurrent(ctx, input.otp ?? "");
  await withTransaction(ctx, (tx) => mailNewMailbox(tx, { user, newEmail, data: {} }));
  return { success: true };
}

async function proveCurrent(ctx: SignedInContext, code: string): Promise<void> {
  const { email } = ctx.session.user;
  const proof = await checkCode(ctx, { purpose: "email-verification", email, code, kind: "email.change_request" });
  if (!(await takeVerification(ctx, proof))) throw new SignInError("INVALID_OTP");
}

export const OtpEmailChangeInput = z.object({ newEmail: AnyEmail, otp: Otp });
type OtpEmailChangeInput = z.infer<typeof OtpEmailChangeInput>;

/**
 * Changes the address with the code mailed to the new one. Throws the errors of `checkCode`, `EMAIL_OTP_DISABLED`,
 * `INVALID_EMAIL`, `EMAIL_IS_THE_SAME`.
 */
export async function changeEmailByOtp(ctx: SignedInContext, input: OtpEmailChangeInput): Promise<{ success: true }> {
  requireEmailOtp(ctx);
  const email = parseNewEmail(ctx, input.newEmail);
  const guess = { purpose: "change-email-verification", email, userId: ctx.session.user.id } as const;
  const proof = await checkCode(ctx, { ...guess, code: input.otp, kind: "email.change" });
  if ((await completeEmailChange(ctx, proof)) === null) throw new SignInError("INVALID_OTP");
  return { success: true };
}

function parseNewEmail(ctx: SignedInContext, given: string): string {
  const newEmail = parseEmail(given);
  if (newEmail === ctx.session.user.email) throw new SignInError("EMAIL_IS_THE_SAME");
  return newEmail;
}
