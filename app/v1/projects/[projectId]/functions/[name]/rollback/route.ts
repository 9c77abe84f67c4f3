import { defineRoute } from "@/lib/http/api/define-route";
import { FUNCTION_BODY_BYTES, OF_FUNCTION } from "@/lib/http/api/function-routes";
import { FunctionDeployment } from "@/lib/services/functions/deployments/resource";
import { RollBackInput, rollBackFunction } from "@/lib/services/functions/deployments/roll-back";

export const POST = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "rollBackFunction",
    summary: "Roll a function back",
    description: "Puts an earlier version back, with the variables it had.",
    serverKeyScope: "read-write",
    body: RollBackInput,
    maxBytes: FUNCTION_BODY_BYTES,
    reply: { 201: FunctionDeployment },
    errors: [...OF_FUNCTION.errors, "version_not_found", "deploy_failed", "not_configured"],
  },
  rollBackFunction,
);
