import { defineRoute } from "@/lib/http/api/define-route";
import { PROJECT_FUNCTIONS } from "@/lib/http/api/function-routes";
import { listFunctions } from "@/lib/services/functions/list";
import { FunctionList } from "@/lib/services/functions/resource";

export const GET = defineRoute(
  {
    ...PROJECT_FUNCTIONS,
    operationId: "listFunctions",
    summary: "List a project's functions",
    description: "By name. Not paginated.",
    serverKeyScope: "read",
    reply: { 200: FunctionList },
  },
  listFunctions,
);
