/** The parameters in the address of the page. */
export type AuditQuery = Partial<Record<"about" | "who" | "what" | "when" | "from" | "until", string>>;

/** Periods that end now, in days of UTC. */
export const PERIODS = [
  { id: "today", label: "Today", days: 1 },
  { id: "7-days", label: "7 days", days: 7 },
  { id: "30-days", label: "30 days", days: 30 },
] as const;

const FIELDS = ["about", "who", "what", "when", "from", "until"] as const;
const DAY_MS = 86_400_000;

/** Returns the filter that is asked for; dates without a choice of the time are a range. */
export function auditQueryOf(asked: Readonly<Record<string, string | string[] | undefined>>): AuditQuery {
  const query: AuditQuery = {};
  for (const name of FIELDS) {
    const value = asked[name];
    if (typeof value === "string" && value.trim() !== "") query[name] = value.trim();
  }
  if (query.from ?? query.until) query.when = "range";
  return query;
}

/** Returns the first and the last day that are asked for. */
export function daysOf({ when, from, until }: AuditQuery, now: Date): { from?: string; until?: string } {
  const period = PERIODS.find(({ id }) => id === when);
  if (period) return { from: new Date(now.getTime() - (period.days - 1) * DAY_MS).toISOString().slice(0, 10) };
  return { ...(from && { from }), ...(until && { until }) };
}
