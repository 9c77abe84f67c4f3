const MOMENT =
  /^(\d+)-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?)?( BC)?$/;
const DAYS: Record<string, number> = { year: 360, mon: 30, day: 1 };

/** Returns the whole seconds from 1970 to a date or timestamp as PostgreSQL writes it, `NaN` for anything else. */
export function momentSeconds(text: string): number {
  if (text === "infinity") return Number.POSITIVE_INFINITY;
  if (text === "-infinity") return Number.NEGATIVE_INFINITY;
  const found = MOMENT.exec(text);
  if (!found) return Number.NaN;
  const [year, month, day, hours, minutes, seconds] = found.slice(1, 7).map((part) => Number(part ?? 0));
  const [offHours, offMinutes, offSeconds] = found.slice(8, 11).map((part) => Number(part ?? 0));
  const offset = timeOf(offHours, offMinutes, offSeconds) * (found[7] === "-" ? -1 : 1);
  const days = daysOf(found[11] ? 1 - (year ?? 0) : (year ?? 0), month ?? 1, day ?? 1);
  return days * 86_400 + timeOf(hours, minutes, seconds) - offset;
}

const timeOf = (hours = 0, minutes = 0, seconds = 0) => hours * 3_600 + minutes * 60 + seconds;

/** Returns the days from 1970 in the Gregorian calendar of any year, which JavaScript's dates end before. */
function daysOf(year: number, month: number, day: number): number {
  const counted = month > 2 ? year : year - 1;
  const era = Math.floor(counted / 400);
  const yearOfEra = counted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Returns the seconds of an interval as PostgreSQL compares it: months have 30 days. `NaN` for anything else. */
export function intervalSeconds(text: string): number {
  let total = 0;
  for (const [, count, unit] of text.matchAll(/([+-]?\d+) (year|mon|day)s?/g)) {
    total += Number(count) * (DAYS[unit ?? ""] ?? 0) * 86_400;
  }
  const time = /([+-]?)(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text);
  if (!time && !/\d (year|mon|day)/.test(text)) return Number.NaN;
  const [, sign, ...parts] = time ?? [];
  const [hours, minutes, seconds] = parts.map(Number);
  return total + timeOf(hours, minutes, seconds) * (sign === "-" ? -1 : 1);
}
