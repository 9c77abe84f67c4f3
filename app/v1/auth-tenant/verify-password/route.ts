import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { VerifyPasswordInput, verifyOwnPassword } from "@/lib/sign-in/password/verify";
import { Status } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "verifyPassword",
    summary: "Check the user's password",
    description: "For an app that asks once more before something important. Wrong tries count as at a sign-in.",
    tag: "sign-in",
    auth: "public-key",
    body: VerifyPasswordInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "password.verify" },
      session: "required",
      errors: ["INVALID_PASSWORD", "PASSWORD_TOO_LONG", "CREDENTIAL_ACCOUNT_NOT_FOUND", "TOO_MANY_ATTEMPTS"],
    },
  },
  verifyOwnPassword,
);
