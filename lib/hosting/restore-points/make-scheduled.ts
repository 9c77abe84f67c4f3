import { VISIBLE } from "@/lib/core/access/databases";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { HostSession } from "@/lib/core/ports/database-host";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { makeWithSession } from "./make";
import { isSchedule, lastDue } from "./schedule";

/**
 * Makes the restore point that a database is due for, unless it is there or nothing has changed since the last one of
 * any origin, the organisation may keep no more, or statements run in the background. Several missed times make one restore point. Throws `database_not_ready`, `host_unavailable`.
 */
export async function makeScheduledRestorePoint(
  ctx: Context,
  { databaseId }: { databaseId: string },
): Promise<"made" | "not due" | "unchanged" | "no room" | "busy"> {
  const found = await findDue(ctx, databaseId);
  if (!found) return "not due";
  return withDatabaseLock(ctx, { id: databaseId, hostId: found.hostId }, async (session) => {
    // Another run may have made it while this one waited for the lock.
    const due = await findDue(ctx, databaseId);
    if (!due) return "not due";
    await getReadyDatabase(ctx, due.organisationId, databaseId);
    if (await isBusy(ctx, databaseId)) return "busy";
    if (await isUnchanged(ctx, session, databaseId)) return "unchanged";
    const name = `Scheduled ${ctx.clock.now().toISOString().slice(0, 16).replace("T", " ")} UTC`;
    try {
      await makeWithSession(ctx, session, { ...due, databaseId, name, origin: "schedule" });
      return "made";
    } catch (error) {
      // The next one that is due is made once something was deleted; the page shows that all is used.
      if (error instanceof ServiceError && error.code === "limit_reached") return "no room";
      throw error;
    }
  });
}

/** Returns the database when a restore point is due, `null` otherwise. A new schedule is due at once. */
async function findDue(ctx: Context, databaseId: string) {
  const row = await ctx.db.database.findFirst({
    where: { id: databaseId, ...VISIBLE },
    select: { organisationId: true, hostId: true, restoreSchedule: true },
  });
  if (!row || !isSchedule(row.restoreSchedule) || row.restoreSchedule === "off") return null;
  const dueAt = lastDue(databaseId, row.restoreSchedule, ctx.clock.now());
  const made = await ctx.db.restorePoint.count({
    where: { databaseId, origin: "schedule", createdAt: { gte: dueAt } },
  });
  return made > 0 ? null : { organisationId: row.organisationId, hostId: row.hostId };
}

/** Returns whether statements run in the background, whose work a restore point would end. It is made after them. */
async function isBusy(ctx: Context, databaseId: string): Promise<boolean> {
  return (await ctx.db.backgroundRun.count({ where: { databaseId, status: "running" } })) > 0;
}

async function isUnchanged(ctx: Context, session: HostSession, databaseId: string): Promise<boolean> {
  const last = await ctx.db.restorePoint.findFirst({
    where: { databaseId, status: "ready", origin: { not: "before-restore" } },
    orderBy: { createdAt: "desc" },
    select: { activity: true },
  });
  if (!last?.activity) return false;
  const { mark, hasSessions } = await session.activityOf(databaseId);
  return !hasSessions && mark === last.activity;
}
