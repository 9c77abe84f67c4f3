const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time that the clocks of a time zone show at a moment, as the moment at which those of UTC do. */
export function wallClock(moment: Date, timezone: string): Date {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timezone));
}

/**
 * Returns the moment at which the clocks of a time zone show a time: the first of two, and the one at which they have
 * moved for a time that they leave out.
 */
export function momentOf(shown: Date, timezone: string): Date {
  const time = shown.getTime();
  const [before, after] = [offsetAt(time - DAY_MS, timezone), offsetAt(time + DAY_MS, timezone)];
  const [first, second] = [time - Math.max(before, after), time - Math.min(before, after)];
  const found = [first, second].find((moment) => moment + offsetAt(moment, timezone) === time);
  return new Date(found ?? movedBetween(first, second, timezone));
}

/** Returns the first millisecond of the later offset, which the clocks get between two moments. */
function movedBetween(from: number, until: number, timezone: string): number {
  let [before, after] = [from, until];
  const offset = offsetAt(after, timezone);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, timezone) === offset) after = middle;
    else before = middle;
  }
  return after;
}

/** Returns how far a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timezone: string): number {
  const whole = Math.floor(moment / 1_000) * 1_000;
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - whole;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const digits = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...digits, second: "2-digit" });
  formats.set(timeZone, format);
  return format;
}
