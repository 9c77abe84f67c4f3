import { OperatorError } from "@/lib/core/operator-error";

/** Returns what the operator is told of a failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return `The last try failed (${error instanceof Error ? error.message : "unknown failure"}).`;
}
