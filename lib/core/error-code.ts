/** The code that `pg` or the operating system gave an error; `null` without one. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
