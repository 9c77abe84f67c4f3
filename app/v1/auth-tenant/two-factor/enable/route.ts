import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { EnableTwoFactorInput, enableTwoFactor, TwoFactorSetup } from "@/lib/sign-in/two-factor/enrol";

export const POST = defineSignInRoute(
  {
    operationId: "enableTwoFactor",
    summary: "Set up an authenticator app",
    description:
      "Asks for nothing before /two-factor/verify-totp took a first code; repeating it before that starts over.",
    tag: "sign-in",
    auth: "public-key",
    body: EnableTwoFactorInput,
    reply: { 200: TwoFactorSetup },
    signIn: {
      refusedAs: { kind: "two_factor.setup" },
      session: "required",
      errors: [
        "TWO_FACTOR_DISABLED",
        "OTP_NOT_CONFIGURED",
        "TOTP_ALREADY_ENABLED",
        "INVALID_PASSWORD",
        "PASSWORD_TOO_LONG",
        "CREDENTIAL_ACCOUNT_NOT_FOUND",
        "SESSION_NOT_FRESH",
        "TOO_MANY_ATTEMPTS",
      ],
    },
  },
  enableTwoFactor,
);
