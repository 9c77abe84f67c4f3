/** A run that begins later than this is left out, such as after an hour in which nothing ran. */
const LATE_MS = 5 * 60_000;

export const LATE = "it would have been more than five minutes late";

export function isLate(slot: Date, now: Date): boolean {
  return now.getTime() - slot.getTime() > LATE_MS;
}
