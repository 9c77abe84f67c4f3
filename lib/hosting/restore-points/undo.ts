import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { failOperation } from "@/lib/hosting/operations/journal";

/** Opens the database, which may be closed, and removes a half-made restore point. The caller holds the host's lock. */
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
