import { z } from "zod";
import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { VerifyAuthenticationInput, verifyPasskeyAuthentication } from "@/lib/sign-in/passkeys/verify-authentication";
import { SessionWithUser, TwoFactorRequired } from "@/lib/sign-in/sessions/replies";

export const POST = defineSignInRoute(
  {
    operationId: "verifyPasskeyAuthentication",
    summary: "Sign in with a passkey",
    description:
      "Sets the session cookie. A passkey that verified its user, by fingerprint, face or PIN, stands for the second factor too.",
    tag: "sign-in",
    auth: "public-key",
    body: VerifyAuthenticationInput,
    reply: { 200: z.union([SessionWithUser, TwoFactorRequired]) },
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "passkey" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "PASSKEY_DISABLED",
        "CHALLENGE_NOT_FOUND",
        "PASSKEY_NOT_FOUND",
        "AUTHENTICATION_FAILED",
        "EMAIL_NOT_VERIFIED",
        "BANNED_USER",
      ],
    },
  },
  verifyPasskeyAuthentication,
);
