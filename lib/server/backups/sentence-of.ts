import { OperatorError } from "@/lib/core/operator-error";

/** Returns the operator's message about a failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return `The last try failed (${error instanceof Error ? error.message : "unknown failure"}).`;
}
