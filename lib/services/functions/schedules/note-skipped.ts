import type { Context } from "@/lib/core/context";

interface Skipped {
  functionId: string;
  scheduleId: string;
  slot: Date;
  reason: string;
}

/** Tells in the function's log of a run that did not take place. */
export async function noteSkipped(ctx: Context, { functionId, scheduleId, slot, reason }: Skipped): Promise<void> {
  const found = await ctx.db.projectFunction.findUnique({ where: { id: functionId }, select: { projectId: true } });
  if (!found) return;
  await ctx.db.functionSchedule.updateMany({
    where: { id: scheduleId, function: { projectId: found.projectId } },
    data: { lastOutcome: "skipped", lastInvocationId: null },
  });
  await ctx.db.functionLog.create({
    data: {
      ...{ projectId: found.projectId, functionId, invocationId: scheduleId, at: ctx.clock.now() },
      ...{ kind: "schedule", level: "warn", message: `The run of ${slot.toISOString()} was skipped: ${reason}.` },
    },
    select: { id: true },
  });
}
