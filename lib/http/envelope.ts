import { isFailureOfService } from "@/lib/core/error-table";
import { errorResponse } from "./error-response";
import type { Refusals } from "./serve";
import { toServiceError } from "./to-service-error";

export const envelope: Refusals = {
  isOwnFailure(error) {
    return isFailureOfService(toServiceError(error).code);
  },
  codeFor(error) {
    return toServiceError(error).code;
  },
  respond(error, { runtime, ctx, headers }) {
    const response = errorResponse(toServiceError(error), ctx.requestId, runtime.environment.url);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  },
};
