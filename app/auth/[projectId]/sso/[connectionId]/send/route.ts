import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { postSamlMessage, SamlMessageQuery } from "@/lib/sign-in/sso/saml/delivery";

export const GET = defineSignInRoute(
  {
    operationId: "postSamlMessage",
    summary: "Post a request to a SAML identity provider",
    description:
      "For an identity provider that takes requests by HTTP-POST alone: a page whose form posts the request at once. The service makes its address.",
    tag: "sign-in",
    auth: "project-path",
    reply: { 200: { contentType: "text/html", description: "A page that goes on to the identity provider." } },
    signIn: { session: "none", query: SamlMessageQuery, params: ["connectionId"] },
  },
  postSamlMessage,
);
