import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { acceptSamlResponse, SamlResponseForm } from "@/lib/sign-in/sso/accept-saml-response";

export const POST = defineSignInRoute(
  {
    operationId: "acceptSamlResponse",
    summary: "Come back from a SAML identity provider",
    description:
      "The assertion consumer service of a connection. It signs nobody in: the browser that began the sign-in ends it at the address that follows.",
    tag: "sign-in",
    auth: "project-path",
    maxBytes: 409_600,
    reply: {
      302: { contentType: null, description: "To the end of the sign-in, or to the page that explains a failure." },
    },
    signIn: {
      session: "none",
      limit: "ssoPerAddress",
      query: SamlResponseForm,
      params: ["connectionId"],
      isFormResponse: true,
    },
  },
  acceptSamlResponse,
);
