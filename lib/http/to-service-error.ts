import { Prisma } from "@/lib/db/generated/client";
import { ServiceError } from "@/lib/errors";

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
