import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";

export const GET = defineSignInRoute(
  {
    operationId: "getSamlMetadata",
    summary: "Get the SAML metadata of a connection",
    description: "The values that its identity provider needs. The address is also the connection's entity ID.",
    tag: "sign-in",
    auth: "project-path",
    reply: { 200: { contentType: "application/samlmetadata+xml", description: "An EntityDescriptor (SAML 2.0)." } },
    signIn: { session: "none", params: ["connectionId"], errors: ["PROVIDER_NOT_FOUND"] },
  },
  showSamlMetadata,
);
