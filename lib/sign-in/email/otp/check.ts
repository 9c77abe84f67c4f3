import { z } from "zod";
import type { UserContext } from "../../context";
import type { SecurityEventKind } from "../../events/kinds";
import { checkCode, returnGuess } from "../../mailbox/check-code";
import { AnyEmail, Otp, type OtpPurpose, OtpType, parseEmail, parseType, requireEmailOtp } from "./fields";

export const CheckOtpInput = z.object({ email: AnyEmail, type: OtpType, otp: Otp });
type CheckOtpInput = z.infer<typeof CheckOtpInput>;

const EVENTS = {
  "sign-in": "session.sign_in",
  "email-verification": "email.verify",
  "forget-password": "password.reset",
} as const satisfies Record<OtpPurpose, SecurityEventKind>;

/**
 * Checks a code, as an attempt, without using it up. Throws the errors of `checkCode`, `EMAIL_OTP_DISABLED`,
 * `INVALID_EMAIL`, `INVALID_OTP_TYPE`.
 */
export async function checkOtp(ctx: UserContext, input: CheckOtpInput): Promise<{ success: true }> {
  requireEmailOtp(ctx);
  const email = parseEmail(input.email);
  const purpose = parseType(input.type);
  const proof = await checkCode(ctx, { purpose, email, code: input.otp, kind: EVENTS[purpose] });
  await returnGuess(ctx, proof);
  return { success: true };
}
