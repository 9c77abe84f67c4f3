import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { ResetPasswordInput, resetPassword } from "@/lib/sign-in/password/reset";
import { PasswordReset } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "resetPassword",
    summary: "Choose a new password with a mailed link",
    description: "Ends every session and signs nobody in.",
    tag: "sign-in",
    auth: "public-key",
    body: ResetPasswordInput,
    reply: { 200: PasswordReset },
    signIn: {
      refusedAs: { kind: "password.reset" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "RESET_PASSWORD_DISABLED",
        "INVALID_TOKEN",
        "PASSWORD_TOO_SHORT",
        "PASSWORD_TOO_LONG",
        "PASSWORD_TOO_WEAK",
        "PASSWORD_COMPROMISED",
      ],
    },
  },
  resetPassword,
);
