import type { Context } from "@/lib/core/context";
import type { Prisma } from "@/lib/core/db/generated/client";
import { deletePointWithSession } from "./delete";

/** Points made for statements of which no change came: nothing would be taken back by them. */
export const UNUSED = {
  status: "ready",
  statementId: { not: null },
  dataChanges: { every: { status: "aborted" } },
} as const satisfies Prisma.RestorePointWhereInput;

/**
 * Deletes a point when no change came of its statement. What cannot be deleted now, or is left by a process that ends before
 * it comes here, is found by the job that sweeps restore points.
 */
export async function deleteIfUnused(
  ctx: Context,
  subject: { organisationId: string; databaseId: string; hostId: string; restorePointId: string },
): Promise<void> {
  const { databaseId, restorePointId } = subject;
  try {
    const host = await ctx.hosts.get(subject.hostId);
    await host.withLock([databaseId], async (session) => {
      const isUnused = (await ctx.db.restorePoint.count({ where: { id: restorePointId, ...UNUSED } })) > 0;
      if (isUnused) await deletePointWithSession(ctx, session, subject, "unused");
    });
  } catch (error) {
    ctx.log.warn({ err: error, databaseId, restorePointId }, "an unused restore point could not be deleted yet");
  }
}
