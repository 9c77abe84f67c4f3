import type { Context } from "@/lib/core/context";
import { deletePointWithSession } from "@/lib/hosting/restore-points/delete";
import { UNUSED } from "@/lib/hosting/restore-points/delete-unused";
import { AUTOMATIC_ORIGINS } from "@/lib/hosting/restore-points/retention";
import { findSurplus } from "@/lib/hosting/restore-points/surplus";

interface Due {
  id: string;
  reason: "expired" | "surplus" | "unused";
}

/** After this time, the process that made a restore point for a change has recorded the change, or ended. */
const UNUSED_AFTER_MS = 3_600_000;

/** Deletes unused restore points and automatic ones beyond the plan. A busy database is left for the next sweep. */
export async function sweepRestorePoints(ctx: Context): Promise<void> {
  const databases = await ctx.db.database.findMany({
    where: { status: "ready", restorePoints: { some: { origin: { not: "manual" }, status: "ready" } } },
    select: { id: true, organisationId: true, hostId: true },
  });
  for (const { id: databaseId, organisationId, hostId } of databases) {
    try {
      for (const { id: restorePointId, reason } of await findDue(ctx, { databaseId, organisationId })) {
        const host = await ctx.hosts.get(hostId);
        const subject = { databaseId, organisationId, hostId, restorePointId };
        await host.tryLock([databaseId], (session) => deletePointWithSession(ctx, session, subject, reason));
      }
    } catch (error) {
      ctx.log.warn({ err: error, databaseId }, "restore points were not swept");
    }
  }
}

async function findDue(
  ctx: Context,
  { databaseId, organisationId }: { databaseId: string; organisationId: string },
): Promise<Due[]> {
  const now = ctx.clock.now();
  const made = { lt: new Date(now.getTime() - UNUSED_AFTER_MS) };
  const isReady = { databaseId, status: "ready" };
  const select = { id: true };
  const idle = {
    databaseId,
    ...UNUSED,
    createdAt: made,
    NOT: { statementId: { in: await runningStatements(ctx, databaseId) } },
  };
  const unused = await ctx.db.restorePoint.findMany({ where: idle, select });
  const expired = await ctx.db.restorePoint.findMany({ where: { ...isReady, expiresAt: { lte: now } }, select });
  const due = new Map<string, Due["reason"]>();
  for (const [origin] of AUTOMATIC_ORIGINS) {
    for (const id of await findSurplus(ctx, { databaseId, organisationId, origin })) due.set(id, "surplus");
  }
  for (const { id } of expired) due.set(id, "expired");
  for (const { id } of unused) due.set(id, "unused");
  return [...due].map(([id, reason]) => ({ id, reason }));
}

/**
 * Returns the statements that go on, or whose run does, and so may still record changes that their restore point
 * undoes.
 */
async function runningStatements(ctx: Context, databaseId: string): Promise<string[]> {
  const rows = await ctx.db.statement.findMany({
    where: { databaseId, OR: [{ status: "running" }, { backgroundRun: { status: "running" } }] },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
