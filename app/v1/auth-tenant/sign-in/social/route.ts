import { z } from "zod";
import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SignedIn, TwoFactorRequired } from "@/lib/sign-in/sessions/replies";
import { signInSocial } from "@/lib/sign-in/social/sign-in";
import { SocialStarted, StartSocialInput } from "@/lib/sign-in/social/start-sign-in";

export const POST = defineSignInRoute(
  {
    operationId: "signInSocial",
    summary: "Sign in by a provider",
    description:
      "Answers where the browser is to go: Google, Apple, GitHub, Discord, Microsoft, konnos or an issuer of the project, as it has set them. It comes back to the project's callback and is sent on to `callbackURL`, or to `errorCallbackURL` with `error`. With an `idToken` of a provider of OpenID Connect, which the app has got there by itself, it answers the session. Such a token works once.",
    tag: "sign-in",
    auth: "public-key",
    body: StartSocialInput,
    reply: { 200: z.union([SocialStarted, SignedIn, TwoFactorRequired]) },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: [
        "PROVIDER_NOT_FOUND",
        "ID_TOKEN_NOT_SUPPORTED",
        "INVALID_TOKEN",
        "FAILED_TO_GET_USER_INFO",
        "USER_EMAIL_NOT_FOUND",
        "OAUTH_LINK_ERROR",
        "EMAIL_NOT_VERIFIED",
        "BANNED_USER",
      ],
      statuses: { INVALID_TOKEN: 401 },
    },
  },
  signInSocial,
);
