import { defineRoute } from "@/lib/http/api/define-route";
import { SSO_CONNECTION_ROUTE } from "@/lib/http/api/sso-routes";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { listScimTokens } from "@/lib/sign-in/scim/tokens/list";
import { CreatedScimToken, ScimTokenList } from "@/lib/sign-in/scim/tokens/resource";

export const GET = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "listScimTokens",
    summary: "List a connection's SCIM tokens",
    description: "Newest first, those that are no longer valid too.",
    serverKeyScope: "read",
    reply: { 200: ScimTokenList },
  },
  listScimTokens,
);

export const POST = defineRoute(
  {
    ...SSO_CONNECTION_ROUTE,
    operationId: "createScimToken",
    summary: "Create a SCIM token",
    description: "For the company's directory. Two can be valid at a time.",
    serverKeyScope: "admin",
    reply: { 201: CreatedScimToken },
    errors: ["sso_connection_not_found", "conflict"],
  },
  createScimToken,
);
