import { defineRoute } from "@/lib/http/api/define-route";
import { getProjectKeySet, KeySet } from "@/lib/sign-in/tokens/key-set";

export const GET = defineRoute(
  {
    operationId: "getProjectKeySet",
    summary: "Get a project's key set",
    description: "The same as /v1/auth-tenant/jwks, for verifiers that send no headers.",
    tag: "sign-in",
    auth: "none",
    params: { projectId: "project" },
    reply: { 200: KeySet },
    errors: ["project_not_found"],
  },
  getProjectKeySet,
);
