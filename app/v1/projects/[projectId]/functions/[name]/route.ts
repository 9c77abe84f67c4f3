import { defineRoute } from "@/lib/http/api/define-route";
import { FUNCTION_BODY_BYTES, OF_FUNCTION } from "@/lib/http/api/function-routes";
import { deleteFunction } from "@/lib/services/functions/delete";
import { DeletedFunction, ProjectFunction } from "@/lib/services/functions/resource";
import { showFunction } from "@/lib/services/functions/show";
import { UpdateFunctionInput, updateFunction } from "@/lib/services/functions/update";

export const GET = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "showFunction",
    summary: "Show a function",
    serverKeyScope: "read",
    reply: { 200: ProjectFunction },
  },
  showFunction,
);

export const PATCH = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "updateFunction",
    summary: "Change a function",
    description: "Changes the given settings, from the next invocation on. `env` replaces all its variables.",
    serverKeyScope: "read-write",
    body: UpdateFunctionInput,
    maxBytes: FUNCTION_BODY_BYTES,
    reply: { 200: ProjectFunction },
    errors: [...OF_FUNCTION.errors, "conflict"],
  },
  updateFunction,
);

export const DELETE = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "deleteFunction",
    summary: "Delete a function",
    description: "With its versions, deployments, schedules and logs.",
    serverKeyScope: "read-write",
    reply: { 200: DeletedFunction },
  },
  deleteFunction,
);
