import { z } from "zod";
import { Password } from "@/lib/core/user-fields";
import type { UserContext } from "../../context";
import { SignInError } from "../../errors";
import { checkCode, returnGuess } from "../../mailbox/check-code";
import { SignInResult } from "../../result";
import { toUser, User } from "../../users/resource";
import { acceptVerification } from "../accept-verification";
import { AnyEmail, Otp, parseEmail, requireEmailOtp } from "./fields";

export const VerifyEmailOtpInput = z.object({
  email: AnyEmail,
  otp: Otp,
  password: Password.optional().meta({
    description: "The account's, for a code that is given in another browser than the one of the sign-up.",
  }),
});
type VerifyEmailOtpInput = z.infer<typeof VerifyEmailOtpInput>;

export const EmailOtpVerified = z
  .object({ status: z.literal(true), token: z.null().meta({ example: null }), user: User })
  .meta({ id: "EmailOtpVerified" });

/**
 * Proves the user's address with a mailed code, as `acceptVerification` does. Throws the errors that `checkCode` and
 * `requirePassword` throw, `EMAIL_OTP_DISABLED`, `INVALID_EMAIL`.
 */
export async function verifyEmailByOtp(
  ctx: UserContext,
  input: VerifyEmailOtpInput,
): Promise<SignInResult<z.infer<typeof EmailOtpVerified>>> {
  requireEmailOtp(ctx);
  const email = parseEmail(input.email);
  const proof = await checkCode(ctx, { purpose: "email-verification", email, code: input.otp, kind: "email.verify" });
  await returnGuess(ctx, proof);
  const accepted = await acceptVerification(ctx, proof, input.password);
  if (accepted === null) throw new SignInError("INVALID_OTP");
  const { user, cookies } = accepted;
  return new SignInResult({ status: true, token: null, user: toUser(user) }, { cookies });
}
