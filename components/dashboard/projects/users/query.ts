/** The parameters in the address of the list. */
export type UserQuery = Partial<Record<"search" | "status" | "method" | "seen" | "sort", string>>;

export const STATUSES = [
  { id: "banned", label: "Banned", input: { banned: "true" } },
  { id: "unverified", label: "Unverified", input: { verified: "false" } },
] as const;

/** Times of last sign-ins that end now, or ended some days ago. */
export const TIMES = [
  { id: "1-day", label: "Last 24 hours", days: 1, bound: "signedInAfter" },
  { id: "7-days", label: "Last 7 days", days: 7, bound: "signedInAfter" },
  { id: "30-days", label: "Last 30 days", days: 30, bound: "signedInAfter" },
  { id: "not-30-days", label: "Not in 30 days", days: 30, bound: "signedInBefore" },
  { id: "not-90-days", label: "Not in 90 days", days: 90, bound: "signedInBefore" },
] as const;

const FIELDS = ["search", "status", "method", "seen", "sort"] as const;
const DAY_MS = 86_400_000;

export function userQueryOf(asked: Readonly<Record<string, string | string[] | undefined>>): UserQuery {
  const query: UserQuery = {};
  for (const name of FIELDS) {
    const value = asked[name];
    if (typeof value === "string" && value.trim() !== "") query[name] = value.trim();
  }
  return query;
}

/** Returns the filter of the list; a filter that there is not asks for nothing. */
export function userFilterOf({ search, status, method, seen, sort }: UserQuery, now: Date): Record<string, string> {
  const time = TIMES.find(({ id }) => id === seen);
  return {
    ...(search && { search }),
    ...STATUSES.find(({ id }) => id === status)?.input,
    ...(method && { provider: method }),
    ...(time && { [time.bound]: new Date(now.getTime() - time.days * DAY_MS).toISOString() }),
    ...(sort === "last-sign-in" && { sort: "lastSignInAt" }),
  };
}
