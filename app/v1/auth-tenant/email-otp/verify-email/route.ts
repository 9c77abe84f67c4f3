import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { EmailOtpVerified, VerifyEmailOtpInput, verifyEmailByOtp } from "@/lib/sign-in/email/otp/verify-email";

export const POST = defineSignInRoute(
  {
    operationId: "verifyEmailOtp",
    summary: "Verify an address with a mailed code",
    description:
      "In the browser of the sign-up or signed in; elsewhere it needs the account's password. Nobody is signed in by it.",
    tag: "sign-in",
    auth: "public-key",
    body: VerifyEmailOtpInput,
    reply: { 200: EmailOtpVerified },
    signIn: {
      refusedAs: { kind: "email.verify" },
      session: "optional",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "EMAIL_OTP_DISABLED",
        "INVALID_EMAIL",
        "INVALID_OTP",
        "OTP_EXPIRED",
        "TOO_MANY_ATTEMPTS",
        "PROOF_REQUIRED",
        "INVALID_PASSWORD",
        "PASSWORD_TOO_LONG",
      ],
    },
  },
  verifyEmailByOtp,
);
