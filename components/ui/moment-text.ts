const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The fields of a moment in one time zone. */
interface Fields {
  year: number;
  month: number;
  day: number;
  time: string;
  seconds: string;
}

const two = (value: number) => String(value).padStart(2, "0");

function fieldsOf(at: string, isLocal: boolean): Fields {
  const date = new Date(at);
  const [year, month, day, hour, minute, second] = isLocal
    ? [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()]
    : [
        date.getUTCFullYear(),
        date.getUTCMonth(),
        date.getUTCDate(),
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds(),
      ];
  return { year, month, day, time: `${two(hour)}:${two(minute)}`, seconds: two(second) };
}

const dayOf = ({ year, month, day }: Fields) => `${day} ${MONTHS[month]} ${year}`;

/**
 * Returns the day of an ISO 8601 time, such as `1 Mar 2026`, in UTC by default. It does not use Intl, whose versions
 * differ between server and browser.
 */
export function dayText(at: string, isLocal = false): string {
  return dayOf(fieldsOf(at, isLocal));
}

/** Returns an ISO 8601 time in UTC, such as `1 Mar 2026, 09:30 UTC`. */
export function momentText(at: string): string {
  const fields = fieldsOf(at, false);
  return `${dayOf(fields)}, ${fields.time} UTC`;
}

/** Returns an ISO 8601 time in the browser's time zone, such as `1 Mar 2026, 10:30`. */
export function localMomentText(at: string): string {
  const fields = fieldsOf(at, true);
  return `${dayOf(fields)}, ${fields.time}`;
}

/** Returns an ISO 8601 time to the second, such as `1 Mar 2026, 10:30:05`, or `1 Mar 2026, 09:30:05 UTC`. */
export function secondText(at: string, isLocal: boolean): string {
  const fields = fieldsOf(at, isLocal);
  return `${dayOf(fields)}, ${fields.time}:${fields.seconds}${isLocal ? "" : " UTC"}`;
}

/** Returns the first whole second that isn't before an ISO 8601 time: forms send no finer ones. */
export function firstSecond(at: string): string {
  return new Date(Math.ceil(Date.parse(at) / SECOND) * SECOND).toISOString();
}

/** Returns an ISO 8601 time in the browser's time zone as its own field for times has it, such as `2026-03-01T10:30:05`. */
export function localInputText(at: string): string {
  const { year, month, day, time, seconds } = fieldsOf(at, true);
  return `${String(year).padStart(4, "0")}-${two(month + 1)}-${two(day)}T${time}:${seconds}`;
}

/** Returns the time of the day, such as `10:30`. */
export function timeText(at: string, isLocal: boolean): string {
  return fieldsOf(at, isLocal).time;
}

/** Returns an ISO 8601 time to the second in the browser's time zone and in UTC, for a tooltip. */
export function bothZonesText(at: string): string {
  const local = fieldsOf(at, true);
  const utc = fieldsOf(at, false);
  const zone = zoneOfReader();
  const inUtc = `${dayOf(utc)}, ${utc.time}:${utc.seconds} UTC`;
  return zone === "UTC" ? inUtc : `${dayOf(local)}, ${local.time}:${local.seconds} (${zone})\n${inUtc}`;
}

let knownZone: string | undefined;

/** Returns the name of the browser's time zone, which takes a millisecond to find out: a list asks a hundred times. */
function zoneOfReader(): string {
  knownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return knownZone;
}

/** Returns how long ago a time is or how soon, such as `5 min ago`; the day for a time more than a week away. */
export function relativeText(at: string, now: number): string {
  const distance = now - Date.parse(at);
  const size = Math.abs(distance);
  // The clock of the page moves in steps, so that a time of just now can lie ahead of it.
  if (size < 45 * SECOND) return distance < -20 * SECOND ? "in a moment" : "just now";
  if (size >= 7 * DAY) return dayText(at);
  const amount = amountText(size);
  return distance < 0 ? `in ${amount}` : `${amount} ago`;
}

function amountText(size: number): string {
  const minutes = Math.max(1, Math.round(size / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(size / HOUR);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(size / DAY);
  return days === 1 ? "1 day" : `${days} days`;
}
