import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { ReturnQuery, returnToApp } from "@/lib/sign-in/sessions/exchange/return-to-app";

export const GET = defineSignInRoute(
  {
    operationId: "returnToApp",
    summary: "Return from a hosted page to the app",
    description:
      "Redirects to `redirect_to`, which the project must list. With `code_challenge` the address carries `code` and `state`; see exchange-code.",
    tag: "sign-in",
    auth: "project-path",
    reply: { 302: { contentType: null, description: "To the app, or to the sign-in page when nobody is signed in." } },
    signIn: {
      refusedAs: { kind: "session.sign_in" },
      session: "optional",
      isForOrganisation: true,
      query: ReturnQuery,
    },
  },
  returnToApp,
);
