import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { projectNotFound } from "@/lib/core/not-found";

/**
 * Keeps the data that a project has stored, even if it is deleted, until the operator lets go of it. The caller records
 * why, in the same transaction.
 */
export async function holdProject(tx: Context, projectId: string): Promise<void> {
  await tx.db.project.updateMany({ where: { id: projectId, heldAt: null }, data: { heldAt: tx.clock.now() } });
}

/**
 * Lets go of the held data of a project, also of a deleted one. Throws `project_not_found`, `conflict` where nothing is
 * held.
 */
export async function releaseHold(
  ctx: Context,
  { projectId }: { projectId: string },
): Promise<{ id: string; name: string; heldAt: null }> {
  requireOperator(ctx);
  return withTransaction(ctx, async (tx) => {
    const [released] = await tx.db.project.updateManyAndReturn({
      where: { id: projectId, heldAt: { not: null } },
      data: { heldAt: null },
      select: { id: true, name: true, organisationId: true },
    });
    if (!released) {
      if ((await tx.db.project.count({ where: { id: projectId } })) === 0) throw projectNotFound();
      throw new ServiceError("conflict", "Nothing is held of the project.");
    }
    const { id, name, organisationId } = released;
    await recordAudit(tx, { organisationId, action: "project.release_hold", targetId: id, data: { name } });
    return { id, name, heldAt: null };
  });
}
