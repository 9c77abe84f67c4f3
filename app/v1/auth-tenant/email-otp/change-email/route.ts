import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { changeEmailByOtp, OtpEmailChangeInput } from "@/lib/sign-in/email/otp/change-email";
import { Success } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "changeEmailOtp",
    summary: "Change the address with the code mailed to the new one",
    description: "Sessions stay. The old address is told.",
    tag: "sign-in",
    auth: "public-key",
    body: OtpEmailChangeInput,
    reply: { 200: Success },
    signIn: {
      refusedAs: { kind: "email.change" },
      session: "required",
      limit: "signInPerAddress",
      errors: [
        "EMAIL_OTP_DISABLED",
        "INVALID_EMAIL",
        "EMAIL_IS_THE_SAME",
        "INVALID_OTP",
        "OTP_EXPIRED",
        "TOO_MANY_ATTEMPTS",
      ],
    },
  },
  changeEmailByOtp,
);
