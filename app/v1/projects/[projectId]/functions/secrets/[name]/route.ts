import { defineRoute } from "@/lib/http/api/define-route";
import { FUNCTION_BODY_BYTES, OF_SECRET } from "@/lib/http/api/function-routes";
import { deleteSecret } from "@/lib/services/functions/secrets/delete";
import { DeletedFunctionSecret, FunctionSecret } from "@/lib/services/functions/secrets/resource";
import { SetSecretInput, setSecret } from "@/lib/services/functions/secrets/set";

export const PUT = defineRoute(
  {
    ...OF_SECRET,
    operationId: "setFunctionSecret",
    summary: "Set a secret of functions",
    description:
      "All functions of the project have it as an environment variable from their next invocation on. It isn't shown again.",
    serverKeyScope: "read-write",
    body: SetSecretInput,
    maxBytes: FUNCTION_BODY_BYTES,
    reply: { 200: FunctionSecret },
    errors: ["feature_disabled", "conflict"],
  },
  setSecret,
);

export const DELETE = defineRoute(
  {
    ...OF_SECRET,
    operationId: "deleteFunctionSecret",
    summary: "Delete a secret of functions",
    serverKeyScope: "read-write",
    reply: { 200: DeletedFunctionSecret },
    errors: ["feature_disabled", "not_found"],
  },
  deleteSecret,
);
