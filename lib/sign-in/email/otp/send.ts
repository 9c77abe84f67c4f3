import { z } from "zod";
import type { UserContext } from "../../context";
import { sendSignInMail } from "../../mailbox/sign-in-mail";
import { sendVerificationMail } from "../../mailbox/verification-mail";
import { sendResetMail } from "../../password/reset-mail";
import { SignInResult } from "../../result";
import { AnyEmail, OtpType, parseEmail, parseType, requireEmailOtp } from "./fields";

export const SendOtpInput = z.object({ email: AnyEmail, type: OtpType });
type SendOtpInput = z.infer<typeof SendOtpInput>;

export const OtpSent = z
  .object({
    success: z.literal(true),
    number: z.string().optional().meta({
      description:
        "To show where the mail holds a link too: a user who opens it in another browser is asked for it there.",
      example: "4821",
    }),
  })
  .meta({ id: "OtpSent" });

/**
 * Mails a code, and a link beside it where the project uses links. The answer and the work are the same for an address
 * without a user. Throws `EMAIL_OTP_DISABLED`, `INVALID_EMAIL`, `INVALID_OTP_TYPE`, `RESET_PASSWORD_DISABLED`,
 * `TOO_MANY_REQUESTS`.
 */
export async function sendOtp(ctx: UserContext, input: SendOtpInput): Promise<SignInResult<z.infer<typeof OtpSent>>> {
  requireEmailOtp(ctx);
  const email = parseEmail(input.email);
  switch (parseType(input.type)) {
    case "sign-in": {
      const { cookies, ...number } = await sendSignInMail(ctx, { email, data: {} });
      return new SignInResult({ success: true, ...number }, { cookies });
    }
    case "email-verification":
      await sendVerificationMail(ctx, { email, data: {}, toVerified: true });
      return new SignInResult({ success: true });
    case "forget-password":
      await sendResetMail(ctx, { email, data: {} });
      return new SignInResult({ success: true });
  }
}
