import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_DOMAIN_ROUTE } from "@/lib/http/api/sso-routes";
import { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";

export const DELETE = defineRoute(
  {
    ...SSO_DOMAIN_ROUTE,
    operationId: "removeSsoDomain",
    summary: "Remove a domain from a connection",
    description: "Nobody with an address there signs in by the connection any more.",
    serverKeyScope: "admin",
    reply: { 200: SsoConnection },
    errors: ["sso_connection_not_found", "conflict"],
  },
  removeSsoDomain,
);
