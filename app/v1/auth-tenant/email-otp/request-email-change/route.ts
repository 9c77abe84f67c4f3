import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { RequestOtpEmailChangeInput, requestEmailChangeByOtp } from "@/lib/sign-in/email/otp/change-email";
import { Success } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "requestEmailChangeOtp",
    summary: "Mail a code to a new address",
    description:
      "Asks for a code of type `email-verification` from the present address first, once that is verified. The answer is the same for an address that is taken.",
    tag: "sign-in",
    auth: "public-key",
    body: RequestOtpEmailChangeInput,
    reply: { 200: Success },
    signIn: {
      refusedAs: { kind: "email.change_request" },
      session: "required",
      limit: "mailPerAddress",
      errors: [
        "EMAIL_OTP_DISABLED",
        "INVALID_EMAIL",
        "EMAIL_IS_THE_SAME",
        "INVALID_OTP",
        "OTP_EXPIRED",
        "TOO_MANY_ATTEMPTS",
        "SESSION_NOT_FRESH",
      ],
    },
  },
  requestEmailChangeByOtp,
);
