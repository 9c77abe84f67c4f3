import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { DAY_MS, HOUR_MS, KEPT_DAYS } from "./metrics";

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "must be an ISO 8601 date or time with an offset, such as 2026-11-01T00:00:00Z",
});

export const UsageWindowInput = z.strictObject({
  from: Moment.optional().meta({ description: "By default, the start of this month in UTC" }),
  until: Moment.optional().meta({ description: "By default, now" }),
});
export type UsageWindowInput = z.infer<typeof UsageWindowInput>;

export interface UsageWindow {
  from: Date;
  until: Date;
}

/**
 * Returns the period that is asked for, rounded outward to whole hours. Throws `invalid_request` for one that is empty,
 * in the future, or began before usage is kept.
 */
export function usageWindowOf({ from, until }: UsageWindowInput, now: Date): UsageWindow {
  const begin = from === undefined ? startOfMonth(now) : Date.parse(from);
  const end = until === undefined ? now.getTime() : Date.parse(until);
  // Also the first moment of a month has a period.
  if (end < begin || (end === begin && until !== undefined)) throw wrong("until", "must be after `from`");
  if (begin > now.getTime()) throw wrong("from", "is in the future");
  if (begin < now.getTime() - KEPT_DAYS * DAY_MS || end - begin > KEPT_DAYS * DAY_MS) {
    throw wrong("from", `can be at most ${KEPT_DAYS} days ago, and as long before \`until\``);
  }
  const firstHour = Math.floor(begin / HOUR_MS) * HOUR_MS;
  return {
    from: new Date(firstHour),
    until: new Date(Math.max(Math.ceil(end / HOUR_MS) * HOUR_MS, firstHour + HOUR_MS)),
  };
}

/** Returns when the current month began, in UTC, in milliseconds. */
export function startOfMonth(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
}

function wrong(path: string, message: string): ServiceError {
  return new ServiceError("invalid_request", `${path}: ${message}`, { details: [{ path, message }] });
}
