export const LOG_SOURCES = ["request", "function", "sign-in", "sql"] as const;
export type LogSource = (typeof LOG_SOURCES)[number];

export const LOG_LEVELS = ["info", "warning", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** An entry of a project's log. A field that its source doesn't have is `null`. Times are ISO 8601, UTC. */
export interface ProjectLogEntry {
  /** Unique in its source. */
  id: string;
  source: LogSource;
  at: string;
  level: LogLevel;
  message: string;
  /** The outcome in a word, such as the status of an answer. */
  outcome: string;
  durationMs: number | null;
  operation: string | null;
  method: string | null;
  status: number | null;
  /** The code of an error, the reason of a refusal at sign-in, or the SQLSTATE of a statement. */
  code: string | null;
  requestId: string | null;
  userId: string | null;
  /** The address of the user, where there still is one. */
  email: string | null;
  keyId: string | null;
  databaseId: string | null;
  functionName: string | null;
  invocationId: string | null;
  /** The member who ran a statement. */
  actorId: string | null;
  /** The number of requests of which no entry was kept; such an entry tells nothing else. */
  omitted: number;
}

const NOTHING = {
  ...{ durationMs: null, operation: null, method: null, status: null, code: null, requestId: null, userId: null },
  ...{ email: null, keyId: null, databaseId: null, functionName: null, invocationId: null, actorId: null, omitted: 0 },
} as const;

/** Returns an entry; fields that are left out are `null`. */
export function toProjectLogEntry(
  entry: Pick<ProjectLogEntry, "id" | "source" | "level" | "message" | "outcome"> &
    Partial<ProjectLogEntry> & { createdAt: Date },
): ProjectLogEntry {
  const { createdAt, ...fields } = entry;
  return { ...NOTHING, ...fields, at: createdAt.toISOString() };
}
