import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { planLimits } from "@/lib/core/plans";
import type { FunctionsProject } from "../access";
import { nextRun, type ScheduleInput } from "./cron";

/** Replaces a function's schedules. The caller holds the project's lock. Throws `limit_reached`. */
export async function setSchedules(
  tx: Context,
  { id: projectId, tier }: FunctionsProject,
  functionId: string,
  schedules: readonly ScheduleInput[],
): Promise<void> {
  const limit = planLimits(tier).functions.schedules;
  const others = await tx.db.functionSchedule.count({
    where: { functionId: { not: functionId }, function: { projectId } },
  });
  if (others + schedules.length > limit) {
    throw new ServiceError("limit_reached", `The plan allows ${limit} schedules per project. Delete one first.`);
  }
  const now = tx.clock.now();
  await tx.db.functionSchedule.deleteMany({ where: { functionId } });
  await tx.db.functionSchedule.createMany({
    data: schedules.map(({ cron, timezone, enabled: isEnabled }) => ({
      ...{ id: createId("functionSchedule", tx.random), functionId, cron, timezone, isEnabled },
      nextRunAt: isEnabled ? nextRun({ cron, timezone }, now) : null,
    })),
  });
}
