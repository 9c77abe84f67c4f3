export const HOUR_MS = 3_600_000;

/** Returns when the hour of a moment began, in UTC. */
export function startOfHour(at: number): Date {
  return new Date(Math.floor(at / HOUR_MS) * HOUR_MS);
}
