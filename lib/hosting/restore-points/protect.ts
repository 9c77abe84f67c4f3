import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { requireRoom } from "./limits";
import { protectedUntil } from "./retention";

/**
 * Protects a restore point that was made for a lesser change, when one that loses data is about to share it. Throws
 * `limit_reached`.
 */
export async function protectRestorePoint(
  ctx: Context,
  {
    organisationId,
    databaseId,
    restorePointId: id,
  }: Record<"organisationId" | "databaseId" | "restorePointId", string>,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const where = { id, databaseId, keptUntil: null };
    const point = await tx.db.restorePoint.findFirst({ where, select: { createdAt: true, expiresAt: true } });
    if (!point) return;
    await requireRoom(tx, { organisationId, databaseId, origin: "before-change", isProtected: true });
    const keptUntil = protectedUntil(point.expiresAt, point.createdAt);
    await tx.db.restorePoint.updateMany({ where: { ...where, organisationId }, data: { keptUntil } });
  });
}
