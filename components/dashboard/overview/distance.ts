const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** Returns the distance between two ISO 8601 times, such as `3 hours ago` or `in 2 days`. */
export function distance(at: string, now: string): string {
  const seconds = (new Date(at).getTime() - new Date(now).getTime()) / 1_000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return seconds > 0 ? "in less than a minute" : "just now";
}
