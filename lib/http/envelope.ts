import { errorResponse } from "./error-response";
import type { Refusals } from "./serve";
import { toServiceError } from "./to-service-error";

export const envelope: Refusals = {
  isOwnFailure(error) {
    const { code } = toServiceError(error);
    return code === "internal_error" || code === "service_unavailable";
  },
  respond(error, { runtime, ctx, headers }) {
    const response = errorResponse(toServiceError(error), ctx.requestId, runtime.environment.url);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  },
};
