import { defineRoute } from "@/lib/http/api/define-route";
import { OF_FUNCTION } from "@/lib/http/api/function-routes";
import { deployFunction } from "@/lib/services/functions/deployments/deploy";
import { DEPLOY_BODY_BYTES, DeployInput } from "@/lib/services/functions/deployments/input";
import {
  FunctionDeploymentList,
  ListDeploymentsInput,
  listDeployments,
} from "@/lib/services/functions/deployments/list";
import { FunctionDeployment } from "@/lib/services/functions/deployments/resource";

export const GET = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "listFunctionDeployments",
    summary: "List a function's deployments",
    description: "The latest first.",
    serverKeyScope: "read",
    query: ListDeploymentsInput,
    reply: { 200: FunctionDeploymentList },
  },
  listDeployments,
);

export const POST = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "deployFunction",
    summary: "Deploy a function",
    description:
      "Bundles its files, tries whether it starts, and puts it in the place of the version that answers, which goes on until then. The first deployment makes the function.",
    serverKeyScope: "read-write",
    body: DeployInput,
    maxBytes: DEPLOY_BODY_BYTES,
    reply: { 201: FunctionDeployment },
    errors: ["feature_disabled", "limit_reached", "deploy_failed", "not_configured", "object_store_unavailable"],
  },
  deployFunction,
);
