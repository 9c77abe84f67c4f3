import type { Context } from "@/lib/core/context";
import { addJob } from "@/lib/core/queue/add";
import { isSchedule, lastDue } from "@/lib/hosting/restore-points/schedule";

/**
 * Queues a job for each database whose schedule is due, so that a failing database delays no other. The job checks
 * again before it makes a restore point.
 */
export async function queueScheduledRestorePoints(ctx: Context): Promise<void> {
  const databases = await ctx.db.database.findMany({
    where: { status: "ready", restoreSchedule: { not: "off" } },
    select: {
      id: true,
      organisationId: true,
      restoreSchedule: true,
      restorePoints: {
        where: { origin: "schedule" },
        orderBy: { createdAt: "desc" },
        take: 1,
        select: { createdAt: true },
      },
    },
  });
  for (const { id: databaseId, organisationId: owner, restoreSchedule: schedule, restorePoints } of databases) {
    if (!isSchedule(schedule) || schedule === "off") continue;
    const last = restorePoints[0]?.createdAt;
    if (last && last >= lastDue(databaseId, schedule, ctx.clock.now())) continue;
    await queueScheduledRestorePoint(ctx, { databaseId, owner });
  }
}

/** Queues the job that makes the database's scheduled restore point if one is due, unless one waits already. */
export async function queueScheduledRestorePoint(
  ctx: Context,
  { databaseId, owner }: { databaseId: string; owner: string },
): Promise<void> {
  const key = `make-scheduled-restore-point:${databaseId}`;
  await addJob(ctx, "make-scheduled-restore-point", { databaseId }, { owner, key });
}
