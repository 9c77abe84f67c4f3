import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { acceptLogoutToken, LogoutTokenForm } from "@/lib/sign-in/sso/logout/oidc";

export const POST = defineSignInRoute(
  {
    operationId: "acceptOidcLogout",
    summary: "Be signed out by an OpenID Connect issuer",
    description: "The back-channel logout URI of a connection: an issuer's server sends a logout token.",
    tag: "sign-in",
    auth: "project-path",
    reply: { 200: { contentType: "text/plain", description: "Empty: the sessions have ended." } },
    signIn: {
      session: "none",
      limit: "ssoPerAddress",
      query: LogoutTokenForm,
      params: ["connectionId"],
      isFormResponse: true,
      errors: ["INVALID_TOKEN"],
    },
  },
  acceptLogoutToken,
);
