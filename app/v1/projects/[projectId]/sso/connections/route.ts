import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_BODY_BYTES, SSO_ROUTE } from "@/lib/http/api/sso-routes";
import { CreateSsoConnectionInput, createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { listSsoConnections } from "@/lib/sign-in/sso/connections/list";
import { SsoConnection, SsoConnectionList } from "@/lib/sign-in/sso/connections/resource";

const shared = { ...SSO_ROUTE, params: { projectId: "project" } } as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listSsoConnections",
    summary: "List a project's connections for single sign-on",
    description: "Oldest first.",
    serverKeyScope: "read",
    reply: { 200: SsoConnectionList },
  },
  listSsoConnections,
);

export const POST = defineRoute(
  {
    ...shared,
    operationId: "createSsoConnection",
    summary: "Create a connection for single sign-on",
    description: "It is off until it has an identity provider and a verified domain, and you enable it.",
    serverKeyScope: "admin",
    body: CreateSsoConnectionInput,
    maxBytes: SSO_BODY_BYTES,
    reply: { 201: SsoConnection },
    errors: ["conflict"],
  },
  createSsoConnection,
);
