import { ServiceError } from "./errors";
import type { GuardRestriction } from "./ports/host-guard";

/** Returns the refusal for a database that the guard of its host has closed, with why and for how long. */
export function databaseClosed({ rule, until }: Pick<GuardRestriction, "rule" | "until">, cause?: unknown) {
  const opens = until === null ? "It reopens later" : `It reopens at ${until.toISOString().slice(11, 16)} UTC`;
  const readOnly = rule === "database-size" ? ", read-only, so that you can delete data" : "";
  const message = `The database is closed because ${reasonOf(rule)}. ${opens}${readOnly}.`;
  return new ServiceError("over_quota", message, { cause });
}

function reasonOf(rule: string): string {
  if (rule === "database-size") return "it's over its size limit";
  if (rule === "volume") return "it was filling its host's disk";
  return "its sessions repeatedly used too much of the host";
}
