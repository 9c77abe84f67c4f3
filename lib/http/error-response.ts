import { ERRORS } from "@/lib/core/error-table";
import type { ServiceError } from "@/lib/core/errors";
import { apiHeaders, JSON_TYPE } from "./plain-answer";

/** `baseUrl` must be the configured origin, never one that a header names. */
export function errorResponse(error: ServiceError, requestId: string, baseUrl: string): Response {
  const { status, retryable } = ERRORS[error.code];
  const body = {
    ...error.fields,
    error: {
      code: error.code,
      message: error.message,
      retryable,
      requestId,
      docsUrl: `${baseUrl}/docs/errors#${error.code}`,
      ...(error.details.length > 0 ? { details: error.details } : {}),
    },
  };
  const headers = new Headers({ ...apiHeaders(requestId), "Content-Type": JSON_TYPE, ...error.headers });
  if (error.retryAfterSeconds !== undefined) headers.set("Retry-After", String(error.retryAfterSeconds));
  return Response.json(body, { status, headers });
}
