import { defineRoute } from "@/lib/http/api/define-route";
import { PROJECT_FUNCTIONS } from "@/lib/http/api/function-routes";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { FunctionSecretList } from "@/lib/services/functions/secrets/resource";

export const GET = defineRoute(
  {
    ...PROJECT_FUNCTIONS,
    operationId: "listFunctionSecrets",
    summary: "List the secrets of functions",
    description: "By name, without their values.",
    serverKeyScope: "read",
    reply: { 200: FunctionSecretList },
  },
  listSecrets,
);
