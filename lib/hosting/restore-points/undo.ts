import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { failOperation } from "@/lib/hosting/operations/journal";

/**
 * Removes a half-made restore point, and first opens the database, which may be closed. The caller holds the host's
 * lock of the database.
 */
export async function undoRestorePoint(
  ctx: Context,
  session: HostSession,
  operation: { id: string; organisationId: string; databaseId: string; restorePointId: string },
  failureReason: string,
): Promise<void> {
  const { id, organisationId, databaseId, restorePointId } = operation;
  const point = await ctx.db.restorePoint.findUnique({ where: { id: restorePointId }, select: { copyId: true } });
  await session.openDatabase(databaseId);
  if (point) await session.dropDatabase(point.copyId);
  await withTransaction(ctx, async (tx) => {
    await tx.db.restorePoint.deleteMany({ where: { id: restorePointId, organisationId } });
    await failOperation(tx, id, failureReason);
  });
}
