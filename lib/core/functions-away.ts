import { ServiceError } from "./errors";

/** Returns the answer to callers while the process that runs functions is away. */
export function functionsAway(cause: Error): ServiceError {
  const message = "Functions can't be reached right now. Try again in a moment.";
  return new ServiceError("function_unavailable", message, { retryAfterSeconds: 1, cause });
}
