import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { refreshSsoMetadata } from "@/lib/sign-in/sso/metadata/refresh";

export const POST = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "refreshSsoMetadata",
    summary: "Read the metadata of a connection's address now",
    description: "It is read once an hour anyway. Metadata that isn't right changes nothing and is told in `problem`.",
    serverKeyScope: "admin",
    reply: { 200: SsoConnection },
    errors: ["sso_connection_not_found", "conflict"],
  },
  refreshSsoMetadata,
);
