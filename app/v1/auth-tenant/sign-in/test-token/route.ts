import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SessionStarted } from "@/lib/sign-in/sessions/replies";
import { SignInTestTokenInput, signInWithTestToken } from "@/lib/sign-in/test-tokens/sign-in";

export const POST = defineSignInRoute(
  {
    operationId: "signInTestToken",
    summary: "Sign in a test user with a testing token",
    description:
      "For automated tests: past limits and second factor. The token works once. Wrong tokens count as sign-ins of their address.",
    tag: "sign-in",
    auth: "public-key",
    body: SignInTestTokenInput,
    reply: { 200: SessionStarted },
    signIn: {
      refusedAs: { kind: "session.sign_in", factor: "test-token" },
      session: "none",
      isLogin: true,
      errors: ["TEST_TOKENS_DISABLED", "TEST_TOKEN_INVALID", "TOO_MANY_REQUESTS", "BANNED_USER"],
    },
  },
  signInWithTestToken,
);
