import type { ProjectFunction } from "@/lib/services/functions/resource";

export const READ_ONLY = "Developers, admins and owners can change functions.";

export const ACCESS_WORDS: Record<ProjectFunction["access"], string> = {
  public: "Anyone",
  "signed-in": "Signed-in users",
  server: "Servers",
};

/** Returns `340 ms`, `4.81 s`. */
export function durationWords(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1_000).toFixed(2)} s`;
}
