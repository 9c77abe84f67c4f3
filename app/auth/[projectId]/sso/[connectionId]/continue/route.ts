import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { FinishSamlQuery, finishSso } from "@/lib/sign-in/sso/finish-saml";

export const GET = defineSignInRoute(
  {
    operationId: "finishSsoSignIn",
    summary: "End a sign-in by a company's identity provider",
    description: "For the browser that began it, once its response has been accepted.",
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
      isLogin: true,
      query: FinishSamlQuery,
      params: ["connectionId"],
    },
  },
  finishSso,
);
