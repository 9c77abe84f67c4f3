/** The units of a duration, the largest first. */
export const UNITS = [
  { value: "86400", label: "days" },
  { value: "3600", label: "hours" },
  { value: "60", label: "minutes" },
  { value: "1", label: "seconds" },
] as const;

/** Returns the largest unit, in seconds, of which the duration is a whole number. */
export function unitOf(seconds: number): number {
  return Number(UNITS.find(({ value }) => seconds > 0 && seconds % Number(value) === 0)?.value ?? 1);
}

/** Returns a duration such as `7 days`. */
export function durationText(seconds: number): string {
  const unit = unitOf(seconds);
  const count = seconds / unit;
  const label = UNITS.find(({ value }) => Number(value) === unit)?.label ?? "seconds";
  return `${count.toLocaleString("en")} ${count === 1 ? label.slice(0, -1) : label}`;
}
