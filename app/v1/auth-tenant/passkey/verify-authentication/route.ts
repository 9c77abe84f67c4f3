import { z } from "zod";
import { VerifyAuthenticationInput, verifyPasskeyAuthentication } from "@/lib/auth/passkeys/verify-authentication";
import { SessionWithUser, TwoFactorRequired } from "@/lib/auth/users/replies";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const POST = defineAuthRoute(
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
