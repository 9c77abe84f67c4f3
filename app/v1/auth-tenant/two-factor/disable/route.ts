import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { Status } from "@/lib/sign-in/sessions/replies";
import { disableTwoFactor } from "@/lib/sign-in/two-factor/disable";
import { StepUpInput } from "@/lib/sign-in/two-factor/step-up";

export const POST = defineSignInRoute(
  {
    operationId: "disableTwoFactor",
    summary: "Take the second factor away",
    description:
      "Backup codes and trusted browsers go with it, and this browser gets a new session. Where the second factor is in use it must have been given in this session not long ago, or `code` gives it now.",
    tag: "sign-in",
    auth: "public-key",
    body: StepUpInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "two_factor.disable" },
      session: "required",
      errors: [
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
  disableTwoFactor,
);
