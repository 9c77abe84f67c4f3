import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { openSocialSignIn, SocialStartQuery } from "@/lib/sign-in/social/start-sign-in";

export const GET = defineSignInRoute(
  {
    operationId: "openSocialSignIn",
    summary: "Go to a provider to sign in",
    description: "For links and addresses made beforehand: redirects to the provider at once.",
    tag: "sign-in",
    auth: "project-path",
    reply: { 302: { contentType: null, description: "To the provider, or to the project's error page." } },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "none",
      limit: "signInPerAddress",
      isLogin: true,
      query: SocialStartQuery,
      params: ["provider"],
    },
  },
  openSocialSignIn,
);
