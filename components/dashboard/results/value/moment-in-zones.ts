import { momentSeconds } from "../sort/moment-seconds";

/** The moments that JavaScript's dates reach. */
const MAX_SECONDS = 8.64e12;

/** Returns a timestamp in UTC and in a time zone, to the microsecond; `null` where it names no moment. */
export function momentInZones(value: string, timeZone?: string): { utc: string; local: string; zone: string } | null {
  const seconds = momentSeconds(value);
  if (!(Math.abs(seconds) <= MAX_SECONDS)) return null;
  const fraction = /\.\d+/.exec(value)?.[0] ?? "";
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const at = new Date(seconds * 1_000);
  return { utc: written(at, "UTC", fraction), local: written(at, zone, fraction), zone };
}

function written(at: Date, timeZone: string, fraction: string): string {
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-GB", { timeZone, ...options });
  const day = part({ weekday: "short", day: "numeric", month: "short", year: "numeric" }).format(at);
  const isBefore = part({ era: "short" })
    .formatToParts(at)
    .some(({ type, value }) => type === "era" && value !== "AD");
  const time = part({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }).format(at);
  return `${day}${isBefore ? " BC" : ""}, ${time}${fraction}`;
}
