/** A failure the operator can act on. Its message is one sentence, to be printed without a stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** Turns a full disk into the sentence about it; everything else stays as it is. */
export function explainDiskFull(error: unknown, place: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return diskFullError(place, error);
}

export function diskFullError(place: string, cause?: unknown): StartError {
  return new StartError(`The disk that holds ${place} is full: free some space and start again.`, { cause });
}
