import { KEPT_DAYS } from "@/lib/services/usage/metrics";

const DAY_MS = 86_400_000;

export interface Month {
  /** Such as `November 2026`. */
  name: string;
  /** The period that is asked for; without an end for the current month. */
  from: string;
  until: string | undefined;
  /** The months beside it as `2026-11`; `null` where there is nothing to see. */
  previous: string | null;
  next: string | null;
}

/** Returns the month that an address names as `2026-11`, or else the current one. */
export function monthOf(asked: unknown, now: Date): Month {
  const current = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const named =
    typeof asked === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? Date.parse(`${asked}-01`) : current;
  const isKept = (start: number) => start >= now.getTime() - KEPT_DAYS * DAY_MS && start <= current;
  const start = isKept(named) ? named : current;
  const [previous, next] = [shifted(start, -1), shifted(start, 1)];
  return {
    name: new Date(start).toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }),
    from: new Date(start).toISOString(),
    until: start === current ? undefined : new Date(next).toISOString(),
    previous: isKept(previous) ? new Date(previous).toISOString().slice(0, 7) : null,
    next: isKept(next) ? new Date(next).toISOString().slice(0, 7) : null,
  };
}

function shifted(start: number, months: number): number {
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
