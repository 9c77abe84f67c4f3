import type { Logger } from "pino";
import { ServiceError } from "@/lib/core/errors";

/** Logs the actor and the permission that it lacked, and nothing of the request. Other failures are not logged here. */
export function logRefusal(
  log: Logger,
  error: unknown,
  request: { requestId: string | null; operation: string },
): void {
  if (error instanceof ServiceError && error.refused) {
    log.warn({ ...request, ...error.refused, code: error.code }, "permission refused");
  }
}
