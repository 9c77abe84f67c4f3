import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_BODY_BYTES, SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { DeletedSsoConnection, removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { UpdateSsoConnectionInput, updateSsoConnection } from "@/lib/sign-in/sso/connections/update";

export const GET = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "getSsoConnection",
    summary: "Get a connection for single sign-on",
    serverKeyScope: "read",
    reply: { 200: SsoConnection },
  },
  showSsoConnection,
);

export const PATCH = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "updateSsoConnection",
    summary: "Change a connection for single sign-on",
    description: "All of the fields or none.",
    serverKeyScope: "admin",
    body: UpdateSsoConnectionInput,
    maxBytes: SSO_BODY_BYTES,
    reply: { 200: SsoConnection },
    errors: ["sso_connection_not_found", "conflict"],
  },
  updateSsoConnection,
);

export const DELETE = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "deleteSsoConnection",
    summary: "Delete a connection for single sign-on",
    description: "The sessions that it signed in end. Its users stay.",
    serverKeyScope: "admin",
    reply: { 200: DeletedSsoConnection },
  },
  removeSsoConnection,
);
