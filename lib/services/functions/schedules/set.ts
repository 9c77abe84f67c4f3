import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { planLimits } from "@/lib/core/plans";
import type { FunctionsProject } from "../access";
import { nextRun, type ScheduleInput } from "./cron";

/** Replaces a function's schedules; one that stays knows its last run still. The caller holds the project's lock. Throws `limit_reached`. */
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
  const known = await tx.db.functionSchedule.findMany({ where: { functionId }, orderBy: { id: "asc" } });
  for (const { cron, timezone, enabled: isEnabled } of schedules) {
    const place = known.findIndex((one) => one.cron === cron && one.timezone === timezone);
    const [same] = place < 0 ? [] : known.splice(place, 1);
    const data = { isEnabled, nextRunAt: isEnabled ? nextRun({ cron, timezone }, now) : null };
    if (same) await tx.db.functionSchedule.update({ where: { id: same.id }, data, select: { id: true } });
    else {
      const id = createId("functionSchedule", tx.random);
      await tx.db.functionSchedule.create({ data: { id, functionId, cron, timezone, ...data }, select: { id: true } });
    }
  }
  await tx.db.functionSchedule.deleteMany({ where: { functionId, id: { in: known.map(({ id }) => id) } } });
}
