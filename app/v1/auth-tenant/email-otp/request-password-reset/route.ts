import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { RequestOtpResetInput, requestOtpReset } from "@/lib/sign-in/email/otp/reset-password";
import { Success } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "requestPasswordResetOtp",
    summary: "Mail a code to choose a new password with",
    description: "The answer is the same for an address without a user.",
    tag: "sign-in",
    auth: "public-key",
    body: RequestOtpResetInput,
    reply: { 200: Success },
    signIn: {
      refusedAs: { kind: "password.reset_request" },
      session: "none",
      limit: "mailPerAddress",
      isLogin: true,
      errors: ["EMAIL_OTP_DISABLED", "INVALID_EMAIL", "RESET_PASSWORD_DISABLED"],
    },
  },
  requestOtpReset,
);
