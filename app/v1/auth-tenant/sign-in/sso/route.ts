import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SocialStarted } from "@/lib/sign-in/social/start-sign-in";
import { StartSsoInput, startSsoSignIn } from "@/lib/sign-in/sso/start";

export const POST = defineSignInRoute(
  {
    operationId: "signInSso",
    summary: "Sign in by a company's identity provider",
    description:
      "Answers where the browser is to go: to the identity provider of a connection, by its ID or by a domain that it has verified. The browser is sent on to `callbackURL`, or to `errorCallbackURL` with `error`.",
    tag: "sign-in",
    auth: "public-key",
    body: StartSsoInput,
    reply: { 200: SocialStarted },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "optional",
      limit: "ssoPerAddress",
      isLogin: true,
      errors: ["PROVIDER_NOT_FOUND"],
    },
  },
  startSsoSignIn,
);
