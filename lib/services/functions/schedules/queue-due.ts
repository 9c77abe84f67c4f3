import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { addScheduledFunctionJob } from "@/lib/core/queue/add";
import { nextRun } from "./cron";
import { isLate, LATE } from "./late";
import { noteSkipped } from "./note-skipped";

const BATCH = 500;

/** Queues a run of each schedule whose time has come. Of many workers one moves a schedule on, so that each slot has one run. */
export async function queueDueSchedules(ctx: Context): Promise<void> {
  for (;;) {
    const due = await ctx.db.functionSchedule.findMany({
      where: { isEnabled: true, nextRunAt: { lte: ctx.clock.now() } },
      include: { function: { select: { projectId: true } } },
      orderBy: [{ nextRunAt: "asc" }, { id: "asc" }],
      take: BATCH,
    });
    for (const schedule of due) {
      await queue(ctx, schedule).catch((error: unknown) => {
        ctx.log.error({ err: error, scheduleId: schedule.id }, "a schedule of a function could not be queued");
      });
    }
    if (due.length < BATCH) return;
  }
}

interface Due {
  id: string;
  functionId: string;
  cron: string;
  timezone: string;
  nextRunAt: Date | null;
  function: { projectId: string };
}

function queue(ctx: Context, schedule: Due): Promise<void> {
  const { id, functionId, nextRunAt: slot } = schedule;
  return withTransaction(ctx, async (tx) => {
    if (slot === null) return;
    const now = tx.clock.now();
    const { count } = await tx.db.functionSchedule.updateMany({
      where: { id, nextRunAt: slot, isEnabled: true },
      data: { nextRunAt: nextRun(schedule, now), lastSlot: slot, lastOutcome: null, lastInvocationId: null },
    });
    if (count === 0) return;
    if (isLate(slot, now)) return noteSkipped(tx, { functionId, scheduleId: id, slot, reason: LATE });
    await addScheduledFunctionJob(tx, { projectId: schedule.function.projectId, scheduleId: id, slot });
  });
}
