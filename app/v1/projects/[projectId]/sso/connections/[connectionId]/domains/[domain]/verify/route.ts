import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_DOMAIN_ROUTE } from "@/lib/http/api/sso-routes";
import { SsoDomain } from "@/lib/sign-in/sso/connections/resource";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";

export const POST = defineRoute(
  {
    ...SSO_DOMAIN_ROUTE,
    operationId: "verifySsoDomain",
    summary: "Verify a domain of a connection",
    description: "Looks up its TXT record now. A verified domain stays verified until you remove it.",
    serverKeyScope: "admin",
    reply: { 200: SsoDomain },
    errors: ["sso_connection_not_found", "conflict"],
  },
  verifySsoDomain,
);
