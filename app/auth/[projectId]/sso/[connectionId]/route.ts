import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { OpenSsoQuery, openSsoSignIn } from "@/lib/sign-in/sso/start";

export const GET = defineSignInRoute(
  {
    operationId: "openSsoSignIn",
    summary: "Go to a company's identity provider to sign in",
    description: "For links, such as the tile of a company's portal: redirects to the identity provider immediately.",
    tag: "sign-in",
    auth: "project-path",
    reply: {
      302: { contentType: null, description: "To the identity provider, or to the page that explains a failure." },
    },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "optional",
      limit: "ssoPerAddress",
      isLogin: true,
      query: OpenSsoQuery,
      params: ["connectionId"],
    },
  },
  openSsoSignIn,
);
