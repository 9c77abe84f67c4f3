import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { acceptLogoutByAddress, acceptLogoutByForm, SamlLogoutFields } from "@/lib/sign-in/sso/logout/saml";

const reply = {
  302: { contentType: null, description: "Back to the identity provider with the answer, or to the app." },
  200: { contentType: "text/html", description: "A page that goes on by itself to one of the service's own pages." },
} as const;
const signIn = {
  session: "none",
  limit: "ssoPerAddress",
  query: SamlLogoutFields,
  params: ["connectionId"],
} as const;

export const GET = defineSignInRoute(
  {
    operationId: "acceptSamlLogout",
    summary: "Be signed out by a SAML identity provider",
    description: "The single logout service of a connection. A signed request ends the sessions that it names.",
    tag: "sign-in",
    auth: "project-path",
    reply,
    signIn,
  },
  acceptLogoutByAddress,
);

export const POST = defineSignInRoute(
  {
    operationId: "acceptSamlLogoutForm",
    summary: "Be signed out by a SAML identity provider, by a form",
    description: "The same for the HTTP-POST binding.",
    tag: "sign-in",
    auth: "project-path",
    maxBytes: 409_600,
    reply,
    signIn: { ...signIn, isFormResponse: true },
  },
  acceptLogoutByForm,
);
