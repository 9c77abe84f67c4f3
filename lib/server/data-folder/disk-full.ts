import { OperatorError } from "@/lib/core/operator-error";

/** Returns an `OperatorError` for a full disk, and any other error unchanged. */
export function explainDiskFull(error: unknown, place: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return diskFullError(place, error);
}

export function diskFullError(place: string, cause?: unknown): OperatorError {
  return new OperatorError(`The disk that holds ${place} is full: free some space and start again.`, { cause });
}
