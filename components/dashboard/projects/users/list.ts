import { defineList, type QueryOf } from "@/components/ui/lists/define-list";

const STATUSES = [
  { id: "banned", label: "Banned", input: { banned: "true" } },
  { id: "unverified", label: "Unverified", input: { verified: "false" } },
] as const;

/** Times of last sign-ins that end now, or ended some days ago. */
const TIMES = [
  { id: "1-day", label: "Last 24 hours", days: 1, bound: "signedInAfter" },
  { id: "7-days", label: "Last 7 days", days: 7, bound: "signedInAfter" },
  { id: "30-days", label: "Last 30 days", days: 30, bound: "signedInAfter" },
  { id: "not-30-days", label: "Not in 30 days", days: 30, bound: "signedInBefore" },
  { id: "not-90-days", label: "Not in 90 days", days: 90, bound: "signedInBefore" },
] as const;

const DAY_MS = 86_400_000;

export const USER_LIST = defineList({
  noun: "user",
  search: { name: "search", label: "Find users", placeholder: "Start of an email or name, or an ID", maxLength: 254 },
  filters: [
    { name: "status", choices: STATUSES },
    { name: "method", menu: "Method" },
    { name: "seen", menu: "Last sign-in", choices: TIMES },
    { name: "sort" },
  ],
});

export type UserQuery = QueryOf<typeof USER_LIST>;

/** Returns the orders of the list. A search, and a time, list by the part that matched. */
export function ordersOf({ search, seen }: UserQuery) {
  return search === undefined && seen === undefined ? [{ id: "last-sign-in", label: "Sort by last sign-in" }] : [];
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
