/** The parameters in the address of the page. */
export type EventQuery = Partial<Record<(typeof FIELDS)[number], string>>;

const FIELDS = ["about", "what", "outcome", "reason", "method", "when", "live", "range"] as const;

/** Periods that end now. */
export const PERIODS = [
  { id: "24-hours", label: "24 hours", hours: 24 },
  { id: "7-days", label: "7 days", hours: 7 * 24 },
  { id: "30-days", label: "30 days", hours: 30 * 24 },
] as const;

const HOUR_MS = 3_600_000;

export function eventQueryOf(asked: Readonly<Record<string, string | string[] | undefined>>): EventQuery {
  const query: EventQuery = {};
  for (const name of FIELDS) {
    const value = asked[name];
    if (typeof value === "string" && value.trim() !== "") query[name] = value.trim();
  }
  return query;
}

const CLIENT_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:]+)$/i;

/** Returns the filter of the log that a query asks for; the form of the typed text tells its kind. */
export function filterOf({ about, what, outcome, reason, method, when }: EventQuery, now: Date) {
  const period = PERIODS.find(({ id }) => id === when);
  return {
    ...(about && { [subjectOf(about)]: about }),
    ...(what && { [what.includes(".") ? "kind" : "group"]: what }),
    ...(outcome && { outcome }),
    ...(reason && { reason }),
    ...(method && { method }),
    ...(period && { since: new Date(now.getTime() - period.hours * HOUR_MS) }),
  };
}

function subjectOf(text: string): "email" | "userId" | "address" | "requestId" {
  if (text.includes("@")) return "email";
  if (text.startsWith("usr_")) return "userId";
  return CLIENT_ADDRESS.test(text) ? "address" : "requestId";
}
