import type { Context } from "@/lib/core/context";

/**
 * Marks the changes that a restore took back, on anyone's request: those made since its point. Changes from before the
 * point that an earlier restore took back since are in the database again.
 */
export async function markUndone(
  tx: Context,
  {
    organisationId,
    databaseId,
    restorePointId,
  }: { organisationId: string; databaseId: string; restorePointId: string },
): Promise<void> {
  const { createdAt } = await tx.db.restorePoint.findUniqueOrThrow({
    where: { id: restorePointId },
    select: { createdAt: true },
  });
  await tx.db.dataChange.updateMany({
    where: {
      ...{ organisationId, databaseId, status: "undone", undoneById: null },
      ...{ createdAt: { lte: createdAt }, undoneAt: { gt: createdAt } },
      OR: [{ restorePointId: null }, { restorePointId: { not: restorePointId } }],
    },
    data: { status: "committed", undoneAt: null },
  });
  const undoneAt = tx.clock.now();
  const since = { OR: [{ createdAt: { gt: createdAt } }, { restorePointId }] };
  await tx.db.dataChange.updateMany({
    where: { organisationId, databaseId, ...since, status: "committed" },
    data: { status: "undone", undoneAt },
  });
  // The result of these is asked for later, and the restore has ended their sessions either way.
  await tx.db.dataChange.updateMany({
    where: { organisationId, databaseId, ...since, status: "pending" },
    data: { undoneAt },
  });
}
