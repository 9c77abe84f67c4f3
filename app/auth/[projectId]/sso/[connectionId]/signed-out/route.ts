import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { PostLogoutQuery, returnFromIssuer } from "@/lib/sign-in/sso/logout/oidc";

export const GET = defineSignInRoute(
  {
    operationId: "returnFromSsoSignOut",
    summary: "Come back from a sign-out at an OpenID Connect issuer",
    description: "The post-logout redirect URI of a connection. Leads to `state`, if the project allows the address.",
    tag: "sign-in",
    auth: "project-path",
    reply: {
      302: { contentType: null, description: "To the app." },
      200: {
        contentType: "text/html",
        description: "A page that goes on by itself to one of the service's own pages.",
      },
    },
    signIn: { session: "none", limit: "ssoPerAddress", query: PostLogoutQuery, params: ["connectionId"] },
  },
  returnFromIssuer,
);
