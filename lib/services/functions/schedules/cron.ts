import { Cron } from "croner";
import { z } from "zod";

const FIELDS = /^\S+(?: \S+){4}$/;

function isCron(text: string): boolean {
  try {
    new Cron(text, { paused: true, mode: "5-part" });
    return true;
  } catch {
    return false;
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What an owner sets of a schedule. */
export const SCHEDULE_FIELDS = {
  cron: z
    .string()
    .trim()
    .max(100)
    .refine((text) => FIELDS.test(text) && isCron(text), "must have five fields, such as 0 8 * * 1-5")
    .meta({ description: "Minute, hour, day of the month, month, day of the week", example: "0 8 * * 1-5" }),
  timezone: z
    .string()
    .max(64)
    .refine(isTimezone, "must be a time zone, such as Europe/Berlin")
    .meta({ example: "Europe/Berlin" }),
  enabled: z.boolean().meta({ example: true }),
};

export const ScheduleInput = z.strictObject({
  cron: SCHEDULE_FIELDS.cron,
  timezone: SCHEDULE_FIELDS.timezone.default("UTC"),
  enabled: SCHEDULE_FIELDS.enabled.default(true),
});
export type ScheduleInput = z.infer<typeof ScheduleInput>;

/** Returns the next time after a moment; `null` for one that never comes. A time that the clocks leave out is taken when they have moved. */
export function nextRun({ cron, timezone }: { cron: string; timezone: string }, after: Date): Date | null {
  return new Cron(cron, { paused: true, mode: "5-part", timezone }).nextRun(after);
}
