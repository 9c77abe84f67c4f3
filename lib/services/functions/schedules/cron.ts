import { Cron } from "croner";
import { z } from "zod";
import { momentOf, wallClock } from "./wall-clock";

const FIELDS = [
  { name: "minute", takes: "0 to 59" },
  { name: "hour", takes: "0 to 23" },
  { name: "day of the month", takes: "1 to 31" },
  { name: "month", takes: "1 to 12, or JAN to DEC" },
  { name: "day of the week", takes: "0 to 7, or SUN to SAT" },
] as const;

/** Returns the fault of a schedule, or `null`. */
function faultOf(text: string): string | null {
  const given = text.split(" ");
  if (given.length !== FIELDS.length || given.includes("")) return "must have five fields, such as 0 8 * * 1-5";
  for (const [place, { name, takes }] of FIELDS.entries()) {
    const alone = FIELDS.map((_, other) => (other === place ? given[place] : "*")).join(" ");
    if (!isCron(alone)) return `has ${given[place]} for the ${name}, which takes ${takes}`;
  }
  if (!isCron(text)) return "can't be read";
  return cronIn(text, "UTC").nextRun(new Date(0)) ? null : "never comes: no month that it names has that day";
}

function isCron(text: string): boolean {
  try {
    cronIn(text, "UTC");
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

/** The fields of a schedule that an owner sets. */
export const SCHEDULE_FIELDS = {
  cron: z
    .string()
    .trim()
    .max(100)
    .superRefine((text, context) => {
      const message = faultOf(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
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

/**
 * Returns the next time after a moment; `null` for one that never comes. A time that the clocks leave out is taken when
 * they have moved. One that comes twice is taken once, unless the schedule is of every hour.
 */
export function nextRun({ cron, timezone }: { cron: string; timezone: string }, after: Date): Date | null {
  const usual = cronIn(cron, timezone).nextRun(after);
  // Of several times in a day, a time that is left out would not come.
  const shown = firstShown({ cron, timezone }, after);
  return usual && shown && shown < usual ? shown : usual;
}

/** Returns the first moment after another at which the clocks show a time of the schedule, or have just left it out. */
function firstShown({ cron, timezone }: { cron: string; timezone: string }, after: Date): Date | null {
  const calendar = cronIn(cron, "UTC");
  let shown = calendar.nextRun(wallClock(after, timezone));
  while (shown) {
    const moment = momentOf(shown, timezone);
    if (moment > after) return moment;
    shown = calendar.nextRun(shown);
  }
  return null;
}

function cronIn(cron: string, timezone: string): Cron {
  return new Cron(cron, { paused: true, mode: "5-part", timezone });
}
