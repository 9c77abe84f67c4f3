import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { OtpSent, SendOtpInput, sendOtp } from "@/lib/sign-in/email/otp/send";

export const POST = defineSignInRoute(
  {
    operationId: "sendVerificationOtp",
    summary: "Mail a code",
    description: "The answer is the same for an address without a user.",
    tag: "sign-in",
    auth: "public-key",
    body: SendOtpInput,
    reply: { 200: OtpSent },
    signIn: {
      refusedAs: { kind: "sign_in.mail_request", factor: "email-otp" },
      session: "none",
      limit: "mailPerAddress",
      isLogin: true,
      errors: ["EMAIL_OTP_DISABLED", "INVALID_EMAIL", "INVALID_OTP_TYPE", "RESET_PASSWORD_DISABLED"],
    },
  },
  sendOtp,
);
