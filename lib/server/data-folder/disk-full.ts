import { OperatorError } from "@/lib/core/operator-error";

/** Turns a full disk into the sentence about it; everything else stays as it is. */
export function explainDiskFull(error: unknown, place: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return diskFullError(place, error);
}

export function diskFullError(place: string, cause?: unknown): OperatorError {
  return new OperatorError(`The disk that holds ${place} is full: free some space and start again.`, { cause });
}
