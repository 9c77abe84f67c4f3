import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { getTotpUri, TotpUri } from "@/lib/sign-in/two-factor/get-totp-uri";
import { StepUpInput } from "@/lib/sign-in/two-factor/step-up";

export const POST = defineSignInRoute(
  {
    operationId: "getTotpUri",
    summary: "Get the content of the authenticator app's QR code",
    description:
      "Where the second factor is in use it must have been given in this session not long ago, or `code` gives it now.",
    tag: "sign-in",
    auth: "public-key",
    body: StepUpInput,
    reply: { 200: TotpUri },
    signIn: {
      refusedAs: { kind: "two_factor.reveal" },
      session: "required",
      errors: [
        "TOTP_NOT_ENABLED",
        "INVALID_PASSWORD",
        "PASSWORD_TOO_LONG",
        "CREDENTIAL_ACCOUNT_NOT_FOUND",
        "SESSION_NOT_FRESH",
        "TOO_MANY_ATTEMPTS",
        "INVALID_CODE",
        "ACCOUNT_TEMPORARILY_LOCKED",
      ],
    },
  },
  getTotpUri,
);
