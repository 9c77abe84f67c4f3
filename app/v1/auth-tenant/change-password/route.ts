import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { ChangePasswordInput, changePassword } from "@/lib/sign-in/password/change";
import { SignedUp } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "changePassword",
    summary: "Change the password",
    description: "With `revokeOtherSessions` every session ends, and this browser gets a new one.",
    tag: "sign-in",
    auth: "public-key",
    body: ChangePasswordInput,
    reply: { 200: SignedUp },
    signIn: {
      refusedAs: { kind: "password.change" },
      session: "required",
      errors: [
        "INVALID_PASSWORD",
        "CREDENTIAL_ACCOUNT_NOT_FOUND",
        "PASSWORD_TOO_SHORT",
        "PASSWORD_TOO_LONG",
        "PASSWORD_TOO_WEAK",
        "PASSWORD_COMPROMISED",
        "TOO_MANY_ATTEMPTS",
      ],
    },
  },
  changePassword,
);
