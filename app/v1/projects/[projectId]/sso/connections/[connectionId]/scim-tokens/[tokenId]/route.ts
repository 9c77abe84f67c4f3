import { defineRoute } from "@/lib/http/api/define-route";
import { SCIM_TOKEN_ROUTE } from "@/lib/http/api/sso-routes";
import { ScimToken } from "@/lib/sign-in/scim/tokens/resource";
import { revokeScimToken } from "@/lib/sign-in/scim/tokens/revoke";

export const DELETE = defineRoute(
  {
    ...SCIM_TOKEN_ROUTE,
    operationId: "revokeScimToken",
    summary: "Revoke a SCIM token",
    description: "At once and for good.",
    serverKeyScope: "admin",
    reply: { 200: ScimToken },
    errors: ["sso_connection_not_found", "not_found"],
  },
  revokeScimToken,
);
