import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { addReconcileJob } from "@/lib/core/queue/add";
import { failOperation, SETTLE_AFTER_SECONDS } from "@/lib/hosting/operations/journal";

/**
 * Opens the parent, which may be closed, and removes a half-made branch. The caller holds the host's locks of both.
 * While a neighbour keeps the role from being dropped, the operation stays open for the reconciler.
 */
export async function undoBranch(
  ctx: Context,
  session: HostSession,
  operation: { id: string; organisationId: string; databaseId: string; parentId: string },
  failureReason: string,
): Promise<void> {
  if (await parentIsKept(ctx, operation.parentId)) await session.openDatabase(operation.parentId);
  await session.dropDatabase(operation.databaseId);
  if (!(await session.dropRole(operation.databaseId))) return addReconcileJob(ctx, SETTLE_AFTER_SECONDS);
  await withTransaction(ctx, async (tx) => {
    const { organisationId, databaseId } = operation;
    await tx.db.database.deleteMany({ where: { id: databaseId, organisationId } });
    await failOperation(tx, operation.id, failureReason);
  });
}

async function parentIsKept(ctx: Context, parentId: string): Promise<boolean> {
  const parent = await ctx.db.database.findUnique({ where: { id: parentId }, select: { status: true } });
  return parent !== null && parent.status !== "deleting";
}
