import type { Context } from "@/lib/core/context";
import type { Prisma } from "@/lib/core/db/generated/client";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { deletePointWithSession } from "./delete";

/** The restore points of statements that changed nothing: nothing would be undone by them. */
export const UNUSED = {
  status: "ready",
  statementId: { not: null },
  dataChanges: { every: { status: "aborted" } },
} as const satisfies Prisma.RestorePointWhereInput;

/** Deletes a restore point when its statement changed nothing. One that cannot be deleted is left for the sweep. */
export async function deleteIfUnused(
  ctx: Context,
  subject: { organisationId: string; databaseId: string; hostId: string; restorePointId: string },
): Promise<void> {
  const { databaseId, restorePointId } = subject;
  try {
    await withDatabaseLock(ctx, { id: databaseId, hostId: subject.hostId }, async (session) => {
      const isUnused = (await ctx.db.restorePoint.count({ where: { id: restorePointId, ...UNUSED } })) > 0;
      if (isUnused) await deletePointWithSession(ctx, session, subject, "unused");
    });
  } catch (error) {
    ctx.log.warn({ err: error, databaseId, restorePointId }, "an unused restore point could not be deleted yet");
  }
}
