import type { Context } from "@/lib/core/context";
import { deletePointWithSession } from "@/lib/hosting/restore-points/delete";
import { UNUSED } from "@/lib/hosting/restore-points/delete-unused";
import { AUTOMATIC_ORIGINS, countKept, retentionOf } from "@/lib/hosting/restore-points/retention";

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
  const retention = await retentionOf(ctx, organisationId);
  const made = { lt: new Date(ctx.clock.now().getTime() - UNUSED_AFTER_MS) };
  const unused = await ctx.db.restorePoint.findMany({
    where: { databaseId, ...UNUSED, createdAt: made },
    select: { id: true },
  });
  const due: Due[] = unused.map(({ id }) => ({ id, reason: "unused" }));
  const isDue = new Set(unused.map(({ id }) => id));
  for (const [first, ...others] of AUTOMATIC_ORIGINS) {
    const points = await ctx.db.restorePoint.findMany({
      where: { databaseId, status: "ready", origin: { in: [first, ...others] } },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      select: { id: true, expiresAt: true },
    });
    const kept = countKept(retention, first);
    for (const [index, { id, expiresAt }] of points.entries()) {
      if (isDue.has(id)) continue;
      if (expiresAt !== null && expiresAt <= ctx.clock.now()) due.push({ id, reason: "expired" });
      else if (index >= kept) due.push({ id, reason: "surplus" });
    }
  }
  return due;
}
