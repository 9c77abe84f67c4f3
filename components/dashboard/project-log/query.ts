/** The parameters in the address of the page. */
export type LogQuery = Partial<Record<(typeof FIELDS)[number], string>>;

const FIELDS = ["text", "source", "level", "status", "when", "live"] as const;

/** Periods that end now. */
export const PERIODS = [
  { id: "15-minutes", label: "15 minutes", minutes: 15 },
  { id: "1-hour", label: "1 hour", minutes: 60 },
  { id: "24-hours", label: "24 hours", minutes: 24 * 60 },
] as const;

const MINUTE_MS = 60_000;

export function logQueryOf(asked: Readonly<Record<string, string | string[] | undefined>>): LogQuery {
  const query: LogQuery = {};
  for (const name of FIELDS) {
    const value = asked[name];
    if (typeof value === "string" && value.trim() !== "") query[name] = value.trim();
  }
  return query;
}

/** Returns the filter of the log that a query asks for. */
export function logFilterOf({ text, source, level, status, when }: LogQuery, now: Date) {
  const period = PERIODS.find(({ id }) => id === when);
  return {
    ...(text && { text }),
    ...(source && { source }),
    ...(level && { level }),
    ...(status && { status }),
    ...(period && { since: new Date(now.getTime() - period.minutes * MINUTE_MS) }),
  };
}
