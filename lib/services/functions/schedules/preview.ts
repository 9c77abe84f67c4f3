import cronstrue from "cronstrue";
import { z } from "zod";
import { READ_FUNCTIONS, requireFunctions } from "../access";
import type { FunctionContext } from "../context";
import { nextRun, SCHEDULE_FIELDS } from "./cron";
import type { SchedulePreview } from "./resource";

const SHOWN = 5;

export const PreviewScheduleInput = z.strictObject({
  cron: SCHEDULE_FIELDS.cron,
  timezone: SCHEDULE_FIELDS.timezone,
});

/** Returns the meaning of a schedule in words, and its next five times. */
export async function previewSchedule(
  ctx: FunctionContext,
  { projectId, ...schedule }: z.infer<typeof PreviewScheduleInput> & { projectId: string },
): Promise<SchedulePreview> {
  await requireFunctions(ctx, projectId, READ_FUNCTIONS);
  const next: string[] = [];
  let after: Date | null = ctx.clock.now();
  while (next.length < SHOWN) {
    after = nextRun(schedule, after);
    if (after === null) break;
    next.push(after.toISOString());
  }
  return { words: cronInWords(schedule.cron), next };
}

/** Returns a schedule as a sentence without its end, such as `At 08:00, Monday through Friday`. */
export function cronInWords(cron: string): string {
  return cronstrue.toString(cron, { use24HourTimeFormat: true });
}
