import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { endSsoKeyRotation } from "@/lib/sign-in/sso/connections/end-key-rotation";
import { SsoConnection } from "@/lib/sign-in/sso/connections/resource";

export const POST = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "endSsoKeyRotation",
    summary: "End the old key of a connection",
    description: "Once the identity provider has the new certificate. The old key is deleted, and the new one signs.",
    serverKeyScope: "admin",
    reply: { 200: SsoConnection },
    errors: ["sso_connection_not_found", "conflict"],
  },
  endSsoKeyRotation,
);
