import { CONFLICTS } from "./error-codes/conflicts";
import { FAILURES } from "./error-codes/failures";
import { MISSING } from "./error-codes/missing";
import { UNFIT_REQUESTS } from "./error-codes/unfit-requests";

/** Every code that an answer can carry, by status. */
export const ERRORS = { ...UNFIT_REQUESTS, ...MISSING, ...CONFLICTS, ...FAILURES } as const;

export type ErrorCode = keyof typeof ERRORS;

const OF_SERVICE: ReadonlySet<ErrorCode> = new Set([
  ...(["internal_error", "service_unavailable", "object_store_unavailable"] as const),
]);

/** Returns whether a code is of a failure that the operator is to hear of. */
export function isFailureOfService(code: ErrorCode): boolean {
  return OF_SERVICE.has(code);
}
