import type { Context } from "@/lib/core/context";
import { addJob } from "@/lib/core/queue/add";
import { isSchedule, lastDue } from "@/lib/hosting/restore-points/schedule";

/**
 * Queues one job for each database whose schedule wants a point. By its key, one that still waits is not queued twice,
 * and one database that fails keeps no other waiting. The job looks again before it makes one.
 */
export async function queueScheduledRestorePoints(ctx: Context): Promise<void> {
  const databases = await ctx.db.database.findMany({
    where: { status: "ready", restoreSchedule: { not: "off" } },
    select: {
      id: true,
      restoreSchedule: true,
      restorePoints: {
        where: { origin: "schedule" },
        orderBy: { createdAt: "desc" },
        take: 1,
        select: { createdAt: true },
      },
    },
  });
  for (const { id: databaseId, restoreSchedule: schedule, restorePoints } of databases) {
    if (!isSchedule(schedule) || schedule === "off") continue;
    const last = restorePoints[0]?.createdAt;
    if (last && last >= lastDue(databaseId, schedule, ctx.clock.now())) continue;
    const key = `make-scheduled-restore-point:${databaseId}`;
    await addJob(ctx, "make-scheduled-restore-point", { databaseId }, { key });
  }
}
