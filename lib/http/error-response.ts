import { Prisma } from "@/lib/db/generated/client";
import { ERRORS, ServiceError } from "@/lib/errors";
import { apiSecurityHeaders } from "./security-headers";

/** The one shape of every failure. `baseUrl` is the configured origin, never one a header names. */
export function errorResponse(error: ServiceError, requestId: string, baseUrl: string): Response {
  const { status, retryable } = ERRORS[error.code];
  const body = {
    error: {
      code: error.code,
      message: error.message,
      retryable,
      requestId,
      docsUrl: `${baseUrl}/docs/errors#${error.code}`,
      ...(error.details.length > 0 ? { details: error.details } : {}),
    },
  };
  const headers = new Headers({ ...apiHeaders(requestId), ...error.headers });
  if (error.retryAfterSeconds !== undefined) headers.set("Retry-After", String(error.retryAfterSeconds));
  // The rest of a refused body is not read, so the connection cannot carry another request.
  if (status === 413 || status === 408) headers.set("Connection", "close");
  return Response.json(body, { status, headers });
}

export function apiHeaders(requestId: string): Record<string, string> {
  return { ...apiSecurityHeaders, "Cache-Control": "no-store", "X-Request-Id": requestId };
}

const CONNECTION_LOST = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);

/** What the caller is told about a failure. A cause that is not one of ours stays in the log. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isControlPlaneDown(error)) {
    return new ServiceError("service_unavailable", "The service cannot reach its own database right now.", {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  return new ServiceError("internal_error", "Something failed here. Quote the request id to the operator.", {
    cause: error,
  });
}

function isControlPlaneDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) return CONNECTION_LOST.has(error.code);
  return (
    error instanceof Error && /ECONNREFUSED|Connection terminated|timeout exceeded when trying/.test(error.message)
  );
}
