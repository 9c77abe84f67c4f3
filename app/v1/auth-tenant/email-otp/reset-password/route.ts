import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { OtpResetInput, resetPasswordByOtp } from "@/lib/sign-in/email/otp/reset-password";
import { PasswordResetByCode } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "resetPasswordOtp",
    summary: "Choose a new password with a mailed code",
    description: "Ends every session and signs nobody in.",
    tag: "sign-in",
    auth: "public-key",
    body: OtpResetInput,
    reply: { 200: PasswordResetByCode },
    signIn: {
      refusedAs: { kind: "password.reset" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "EMAIL_OTP_DISABLED",
        "RESET_PASSWORD_DISABLED",
        "INVALID_EMAIL",
        "INVALID_OTP",
        "OTP_EXPIRED",
        "TOO_MANY_ATTEMPTS",
        "PASSWORD_TOO_SHORT",
        "PASSWORD_TOO_LONG",
        "PASSWORD_TOO_WEAK",
        "PASSWORD_COMPROMISED",
      ],
    },
  },
  resetPasswordByOtp,
);
