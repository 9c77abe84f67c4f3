import { SocialStarted, StartSocialInput, startSocialSignIn } from "@/lib/auth/social/start-sign-in";
import { defineAuthRoute } from "@/lib/http/auth/define-auth-route";

export const POST = defineAuthRoute(
  {
    operationId: "signInSocial",
    summary: "Sign in by a provider",
    description:
      "Answers where the browser is to go: Google, GitHub, Discord, Microsoft or konnos, as the project has set them. It comes back to the project's callback and is sent on to `callbackURL`, or to `errorCallbackURL` with `error`.",
    tag: "sign-in",
    auth: "public-key",
    body: StartSocialInput,
    reply: { 200: SocialStarted },
    signIn: {
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      errors: ["PROVIDER_NOT_FOUND", "ID_TOKEN_NOT_SUPPORTED"],
    },
  },
  startSocialSignIn,
);
