import type { Column } from "../outbox/read-tables";

/** Values that order and equal each other as those of the column do. */
export type Comparable = bigint | number | string | boolean;
export type Reads = (value: unknown) => Comparable | null;

const NUMBERS = new Set(["smallint", "integer", "bigint", "numeric", "oid"]);
const FLOATS = new Set(["real", "double precision"]);
const TEXTS = new Set(["text", "character varying"]);
const UNORDERED = new Set([...TEXTS, "uuid", "boolean"]);

/** Whether values of the type are only told apart here: the order of texts is that of a collation. */
export function isUnordered(type: string): boolean {
  return UNORDERED.has(type);
}

/** Returns how values of a column are read, numbers as text; `null` for a type that is not compared here. */
export function readerOf({ type, labels }: Column): Reads | null {
  if (labels) return (value) => (typeof value === "string" && labels.includes(value) ? labels.indexOf(value) : null);
  if (NUMBERS.has(type)) return (value) => decimal(String(value));
  if (FLOATS.has(type)) return (value) => float(String(value), type === "real");
  if (type === "timestamp with time zone") return (value) => moment(String(value));
  // PostgreSQL passes over the parts of a value that these types don't have.
  if (type === "timestamp without time zone") return (value) => moment(String(value).replace(OFFSET, ""));
  if (type === "date") return (value) => moment(String(value).replace(OFFSET, "").replace(TIME, ""));
  if (type === "boolean") return (value) => (typeof value === "boolean" ? value : null);
  if (type === "uuid") return (value) => uuid(String(value));
  if (TEXTS.has(type)) return (value) => (typeof value === "string" ? value : null);
  return null;
}

/** Whether values of a column equal others than themselves, such as in a collation that doesn't tell case apart. */
export function hasFoldedTexts({ type, isDeterministic }: Column): boolean {
  return TEXTS.has(type) && !isDeterministic;
}

/** Whether digits of a number may have been lost when it was read as JSON. */
export function mayBeRounded({ type }: Column, value: unknown): boolean {
  if (!NUMBERS.has(type) || typeof value !== "number") return false;
  return Number.isInteger(value) ? !Number.isSafeInteger(value) : String(value).replace(/\D/g, "").length > 15;
}

const FRACTION_DIGITS = 40;
/** Above every number that is read, and NaN above that, as PostgreSQL orders them. */
const INFINITE = 10n ** 300n;

/** Returns a decimal number in units of 10⁻⁴⁰; `null` for anything that is none or has more digits. */
function decimal(text: string): bigint | null {
  if (text === "NaN") return INFINITE * 2n;
  if (/^-?Infinity$/.test(text)) return text.startsWith("-") ? -INFINITE : INFINITE;
  const [, sign, whole = "", fraction = ""] = /^([-+]?)(\d{1,200})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === "") return null;
  const units = BigInt(whole + fraction.padEnd(FRACTION_DIGITS, "0"));
  return sign === "-" ? -units : units;
}

/** Returns the bits of a float, in the order of floats; NaN is the greatest, and both zeros are one. */
function float(text: string, isReal: boolean): bigint | null {
  if (!/^(?:NaN|[-+]?(?:Infinity|[\d.]+(?:[eE][-+]?\d+)?))$/.test(text)) return null;
  const number = isReal ? Math.fround(Number(text)) : Number(text);
  if (!Number.isFinite(number) && !/^(?:NaN|[-+]?Infinity)$/.test(text)) return null;
  const bits = new BigInt64Array(Float64Array.of(number + 0).buffer)[0] ?? 0n;
  return bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits;
}

const UUID = /^(?:[\da-f]{4}-?){7}[\da-f]{4}$/;

/** Returns the digits of a UUID in any of the forms that PostgreSQL reads; `null` for anything that is none. */
function uuid(text: string): string | null {
  const lowered = text.toLowerCase();
  const bare = /^\{(.*)\}$/.exec(lowered)?.[1] ?? lowered;
  return UUID.test(bare) ? bare.replaceAll("-", "") : null;
}

const OFFSET = /(?<=:\d\d(?:\.\d+)?)(?:Z|[-+]\d\d:\d\d)(?= BC$|$)/;
const TIME = /[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?= BC$|$)/;
const MOMENT =
  /^(\d{4,7})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,6}))?)?(Z|[-+]\d\d:\d\d)?( BC)?$/;
const FOREVER = 10n ** 30n;
const DAY_SECONDS = 86_400;

/** Returns microseconds since 1970, in years of any number of digits; a moment without an offset is taken as UTC. */
function moment(text: string): bigint | null {
  if (/^-?infinity$/.test(text)) return text.startsWith("-") ? -FOREVER : FOREVER;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", offset = "Z", era] =
    MOMENT.exec(text) ?? [];
  const days = daysSince1970(era ? 1 - Number(year) : Number(year), Number(month), Number(day));
  if (days === null) return null;
  const [hours = 0, minutes = 0] = offset === "Z" ? [] : offset.slice(1).split(":").map(Number);
  const ahead = (offset.startsWith("-") ? -1 : 1) * (hours * 3_600 + minutes * 60);
  const seconds = days * DAY_SECONDS + Number(hour) * 3_600 + Number(minute) * 60 + Number(second) - ahead;
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
}

/** JavaScript's dates end in the year 275760, before those of PostgreSQL; the calendar repeats every 400 years. */
function daysSince1970(year: number, month: number, day: number): number | null {
  const eras = Math.floor(year / 400);
  const date = new Date(0);
  date.setUTCFullYear(2_000 + year - eras * 400, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.getTime() / (DAY_SECONDS * 1_000) + (eras - 5) * 146_097;
}
