import { type AskedParameters, defineList, type QueryOf, readListQuery } from "@/components/ui/lists/define-list";

/** Periods that end now, in days of UTC. */
const PERIODS = [
  { id: "today", label: "Today", days: 1 },
  { id: "7-days", label: "7 days", days: 7 },
  { id: "30-days", label: "30 days", days: 30 },
] as const;

const DAY_MS = 86_400_000;

export const AUDIT_LIST = defineList({
  noun: "entry",
  plural: "entries",
  search: { name: "about", label: "Find entries", placeholder: "Find by email, name or ID", maxLength: 254 },
  filters: [
    { name: "who", menu: "Who" },
    { name: "what", menu: "What" },
    { name: "when", choices: [...PERIODS, { id: "range", label: "Range" }], clears: ["from", "until"] },
  ],
  also: ["from", "until"],
});

export type AuditQuery = QueryOf<typeof AUDIT_LIST>;

/** Returns the filter that is asked for; dates without a choice of the time are a range. */
export function auditQueryOf(asked: AskedParameters): AuditQuery {
  const query = readListQuery(AUDIT_LIST, asked);
  return (query.from ?? query.until) ? { ...query, when: "range" } : query;
}

/** Returns the first and the last day that are asked for. */
export function daysOf({ when, from, until }: AuditQuery, now: Date): { from?: string; until?: string } {
  const period = PERIODS.find(({ id }) => id === when);
  if (period) return { from: new Date(now.getTime() - (period.days - 1) * DAY_MS).toISOString().slice(0, 10) };
  return { ...(from && { from }), ...(until && { until }) };
}
