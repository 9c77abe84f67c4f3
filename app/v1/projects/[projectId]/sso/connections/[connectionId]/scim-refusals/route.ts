import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { listScimRefusals } from "@/lib/sign-in/scim/refusals/list";
import { ScimRefusalList } from "@/lib/sign-in/scim/refusals/resource";

export const GET = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "listScimRefusals",
    summary: "List the refused requests of a connection's directory",
    description: "The newest 100, newest first.",
    serverKeyScope: "read",
    reply: { 200: ScimRefusalList },
  },
  listScimRefusals,
);
