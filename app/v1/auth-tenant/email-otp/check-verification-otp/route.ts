import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { CheckOtpInput, checkOtp } from "@/lib/sign-in/email/otp/check";
import { Success } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "checkVerificationOtp",
    summary: "Look whether a mailed code is right",
    description: "A right one can still be used; a wrong one counts as a try.",
    tag: "sign-in",
    auth: "public-key",
    body: CheckOtpInput,
    reply: { 200: Success },
    signIn: {
      refusedAs: { kind: "email.verify", factor: "email-otp" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "EMAIL_OTP_DISABLED",
        "INVALID_EMAIL",
        "INVALID_OTP_TYPE",
        "INVALID_OTP",
        "OTP_EXPIRED",
        "TOO_MANY_ATTEMPTS",
      ],
    },
  },
  checkOtp,
);
