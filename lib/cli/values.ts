import { InvalidArgumentError } from "commander";

const UNIT_BYTES = { M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 } as const;
const UNIT_DAYS = { d: 1, w: 7 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a size such as `20G` in bytes. */
export function parseSize(text: string): number {
  const match = /^(\d{1,6})([MGT])$/.exec(text);
  if (!match) throw new InvalidArgumentError("Use a number with M, G or T, such as 20G.");
  return Number(match[1]) * UNIT_BYTES[match[2] as keyof typeof UNIT_BYTES];
}

/** A database with nothing in it has 8 MB already. */
const LEAST_OWN_BYTES = 16 * UNIT_BYTES.M;

/** Returns a size such as `50G` in bytes, and `null` for `default`, which takes the plan's again. */
export function parseOwnSize(text: string): number | null {
  if (text === "default") return null;
  const bytes = parseSize(text);
  if (bytes < LEAST_OWN_BYTES) throw new InvalidArgumentError("Use 16M or more, or default for the plan's.");
  return bytes;
}

/** Returns bytes as `parseSize` reads them, such as `20G` or `1.5T`. */
export function formatSize(bytes: number): string {
  const [unit, size] = Object.entries(UNIT_BYTES).findLast(([, least]) => bytes >= least) ?? ["M", UNIT_BYTES.M];
  return `${Number((bytes / size).toFixed(1))}${unit}`;
}

/** Returns the time that `90d`, `12w`, or an ISO 8601 date or time names. A date alone is its first moment in UTC. */
export function parseMoment(text: string, now: Date): Date {
  const span = /^(\d{1,5})([dw])$/.exec(text);
  if (span) return new Date(now.getTime() + Number(span[1]) * UNIT_DAYS[span[2] as keyof typeof UNIT_DAYS] * DAY_MS);
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const moment = new Date(text);
  if (isIso && !Number.isNaN(moment.getTime())) return moment;
  throw new InvalidArgumentError(`It must be like 90d, 12w, 2027-01-31 or 2027-01-31T12:00:00Z, not "${text}".`);
}

/** Returns a time as people read it, in UTC. */
export function formatMoment(iso: string | null): string {
  return iso === null ? "-" : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** A time needs its zone, or it would be that of whichever machine reads it. */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Returns the time that an option names. */
export function parseTime(text: string): Date {
  const time = new Date(text.replace(" ", "T"));
  if (TIME.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError("It must be a time with its zone, such as 2026-11-27T14:05:00Z.");
}
