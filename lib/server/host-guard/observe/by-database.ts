import type { CustomerSession } from "./sessions";

/** Returns the sessions of each database. */
export function byDatabase(sessions: readonly CustomerSession[]): Map<string, CustomerSession[]> {
  return Map.groupBy(sessions, ({ databaseId }) => databaseId);
}

/** Returns the session with the greatest value, or `null` where none has more than 0. */
export function greatest(
  sessions: readonly CustomerSession[],
  amountOf: (session: CustomerSession) => number,
): CustomerSession | null {
  const [first] = sessions.toSorted((a, b) => amountOf(b) - amountOf(a));
  return first && amountOf(first) > 0 ? first : null;
}

export function sum(sessions: readonly CustomerSession[], amountOf: (session: CustomerSession) => number): number {
  return sessions.reduce((total, session) => total + amountOf(session), 0);
}
