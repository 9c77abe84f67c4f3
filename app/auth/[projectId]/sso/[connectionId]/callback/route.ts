import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { finishOidc } from "@/lib/sign-in/sso/finish-oidc";
import { OidcCallbackQuery } from "@/lib/sign-in/sso/oidc/callback";

export const GET = defineSignInRoute(
  {
    operationId: "finishOidcSignIn",
    summary: "Come back from an OpenID Connect issuer",
    description: "The redirect URI of a connection, for the browser that began the sign-in.",
    tag: "sign-in",
    auth: "project-path",
    reply: {
      302: {
        contentType: null,
        description: "To the app, to the second factor, or to the page that explains a failure.",
      },
      200: {
        contentType: "text/html",
        description: "A page that goes on by itself to one of the service's own pages.",
      },
    },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "none",
      limit: "ssoPerAddress",
      isLogin: true,
      query: OidcCallbackQuery,
      params: ["connectionId"],
    },
  },
  finishOidc,
);
