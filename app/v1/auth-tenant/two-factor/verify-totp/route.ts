import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SessionStarted } from "@/lib/sign-in/sessions/replies";
import { VerifyTotpInput, verifyTotp } from "@/lib/sign-in/two-factor/verify";

export const POST = defineSignInRoute(
  {
    operationId: "verifyTotp",
    summary: "Give a code of the authenticator app",
    description:
      "Completes a sign-in, or the set-up of the app, which then gets a new session. In a session that has had one, makes it fresh again.",
    tag: "sign-in",
    auth: "public-key",
    body: VerifyTotpInput,
    reply: { 200: SessionStarted },
    signIn: {
      refusedAs: { kind: "session.second_factor", factor: "totp" },
      session: "optional",
      limit: "secondFactorPerAddress",
      isLogin: true,
      errors: [
        "INVALID_CODE",
        "TOTP_NOT_ENABLED",
        "INVALID_TWO_FACTOR_COOKIE",
        "UNAUTHORIZED",
        "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE",
        "ACCOUNT_TEMPORARILY_LOCKED",
        "TWO_FACTOR_DISABLED",
        "BANNED_USER",
      ],
    },
  },
  verifyTotp,
);
