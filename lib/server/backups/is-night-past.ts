const NIGHT_HOUR = 2;

/** Returns whether a night has begun since something was last done, or it never was. */
export function isNightPast(lastAt: Date | null, now: Date): boolean {
  if (lastAt === null) return true;
  const night = new Date(now);
  night.setUTCHours(NIGHT_HOUR, 0, 0, 0);
  if (night > now) night.setUTCDate(night.getUTCDate() - 1);
  return lastAt < night;
}
