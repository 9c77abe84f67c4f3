import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SignUpInput, signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { SignedUp } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "signUpEmail",
    summary: "Sign up with a password",
    description:
      "Makes a user and signs them in. Where the project wants verified addresses, `token` is null and no cookie is set, and an address that is taken gets the same answer.",
    tag: "sign-in",
    auth: "public-key",
    body: SignUpInput,
    reply: { 200: SignedUp },
    signIn: {
      refusedAs: { kind: "user.sign_up", factor: "password" },
      session: "none",
      limit: "signUpPerAddress",
      isLogin: true,
      errors: [
        "EMAIL_PASSWORD_SIGN_UP_DISABLED",
        "PASSWORD_TOO_SHORT",
        "PASSWORD_TOO_LONG",
        "PASSWORD_TOO_WEAK",
        "PASSWORD_COMPROMISED",
        "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
      ],
    },
  },
  signUpWithPassword,
);
