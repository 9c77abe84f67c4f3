import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { USER_BODY_BYTES } from "@/lib/http/definition";
import { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import { SetScimRolesInput, setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";

export const GET = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "getScimRoles",
    summary: "Get the roles of a connection's groups",
    serverKeyScope: "read",
    reply: { 200: ScimRoles },
  },
  showScimRoles,
);

export const PUT = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "setScimRoles",
    summary: "Set the roles of a connection's groups",
    description: "In an organisation of the project's users. Users who are in the groups get their roles at once.",
    serverKeyScope: "admin",
    body: SetScimRolesInput,
    maxBytes: USER_BODY_BYTES,
    reply: { 200: ScimRoles },
    errors: ["sso_connection_not_found", "organization_not_found", "conflict"],
  },
  setScimRoles,
);
