import { ServiceError } from "./errors";
import type { GuardRestriction } from "./ports/host-guard";

/** Returns the refusal for a database that the guard of its host has closed, with what its owner can do. */
export function databaseClosed({ rule, until }: Pick<GuardRestriction, "rule" | "until">, cause?: unknown) {
  const why = rule === "volume" ? "its host has almost no space left" : "it is larger than it may be";
  const when =
    until === null
      ? "Free space on the host, or ask the operator to."
      : `It opens again at ${until.toISOString().slice(11, 16)} UTC, read-only, so that you can delete data.`;
  return new ServiceError("over_quota", `The database is closed because ${why}. ${when}`, { cause });
}
