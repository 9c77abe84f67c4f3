import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { followResetLink, ResetLinkQuery } from "@/lib/sign-in/password/follow-reset-link";

export const GET = defineSignInRoute(
  {
    operationId: "followResetLink",
    summary: "Go on to an app's own page for a new password",
    description: "Redirects to `callbackURL` with the token, or with `?error=INVALID_TOKEN`. The token is not used up.",
    tag: "sign-in",
    auth: "public-key",
    reply: { 302: { contentType: null, description: "To `callbackURL`." } },
    signIn: {
      refusedAs: { kind: "password.reset" },
      session: "none",
      limit: "signInPerAddress",
      query: ResetLinkQuery,
      params: ["token"],
    },
  },
  followResetLink,
);
