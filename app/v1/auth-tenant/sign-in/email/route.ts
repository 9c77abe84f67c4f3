import { z } from "zod";
import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SignInInput, signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { SignedIn, TwoFactorRequired } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "signInEmail",
    summary: "Sign in with a password",
    description: "Sets the session cookie. The session the request came with is ended.",
    tag: "sign-in",
    auth: "public-key",
    body: SignInInput,
    reply: { 200: z.union([SignedIn, TwoFactorRequired]) },
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "password" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "EMAIL_PASSWORD_DISABLED",
        "INVALID_EMAIL",
        "PASSWORD_TOO_LONG",
        "INVALID_EMAIL_OR_PASSWORD",
        "EMAIL_NOT_VERIFIED",
        "BANNED_USER",
        "PASSWORD_RESET_REQUIRED",
        "TOO_MANY_ATTEMPTS",
      ],
    },
  },
  signInWithPassword,
);
