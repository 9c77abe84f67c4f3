import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { trySetUp } from "@/lib/sign-in/sso/set-up/try";

export const GET = defineSignInRoute(
  {
    operationId: "trySsoSetUp",
    summary: "Try a connection that is being set up",
    description:
      "For the browser of a set-up link: redirects to the identity provider. Nobody is signed in, and the report is shown to this browser alone.",
    tag: "sign-in",
    auth: "project-path",
    reply: { 302: { contentType: null, description: "To the identity provider, or back to the set-up." } },
    signIn: { session: "none", limit: "ssoPerAddress" },
  },
  trySetUp,
);
