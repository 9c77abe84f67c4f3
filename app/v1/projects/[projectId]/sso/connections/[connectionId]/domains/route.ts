import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { AddSsoDomainInput, addSsoDomain } from "@/lib/sign-in/sso/domains/add";

export const POST = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "addSsoDomain",
    summary: "Add a domain to a connection",
    description: "Publish its `record`, and have it verified. A domain that is there stays as it is.",
    serverKeyScope: "admin",
    body: AddSsoDomainInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: SsoConnection },
    errors: ["sso_connection_not_found", "conflict"],
  },
  addSsoDomain,
);
