import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SetPasswordInput, setPassword } from "@/lib/sign-in/password/set";
import { Status } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "setPassword",
    summary: "Set a first password",
    description: "For a user who signs in without one. Requires a fresh session; the user is told by mail.",
    tag: "sign-in",
    auth: "public-key",
    body: SetPasswordInput,
    reply: { 200: Status },
    signIn: {
      refusedAs: { kind: "password.set" },
      session: "required",
      errors: [
        "EMAIL_PASSWORD_DISABLED",
        "SESSION_NOT_FRESH",
        "PASSWORD_ALREADY_SET",
        "PASSWORD_TOO_SHORT",
        "PASSWORD_TOO_LONG",
        "PASSWORD_TOO_WEAK",
        "PASSWORD_COMPROMISED",
      ],
    },
  },
  setPassword,
);
