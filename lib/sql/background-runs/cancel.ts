import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { endRun } from "./end";
import { type BackgroundRunInput, runNotFound } from "./get";
import { signalRun } from "./signal";

/**
 * Cancels a run: one that waits does not begin, and of one that goes on, the statement is cancelled and the others do not
 * begin. Throws `missing_permission`, `database_not_found`, `not_found`, and `conflict` when it has ended.
 */
export async function cancelBackgroundRun(ctx: Context, input: BackgroundRunInput): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const { id: databaseId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const run = { id: input.runId, organisationId, databaseId };
  await withTransaction(ctx, async (tx) => {
    if ((await tx.db.backgroundRun.count({ where: run })) === 0) throw runNotFound();
    const cancelledById = tx.actor.id;
    const isDequeued = await endRun(tx, run, ["queued"], { status: "cancelled", message: null, cancelledById });
    if (!isDequeued) {
      const where = { ...run, status: "running" };
      const { count } = await tx.db.backgroundRun.updateMany({ where, data: { cancelledById } });
      if (count === 0) throw new ServiceError("conflict", "The run has already ended.");
    }
    const data = { runId: run.id };
    await recordAudit(tx, { organisationId, action: "database.cancel_background_run", targetId: databaseId, data });
  });
  // The process of the run does the same within seconds, should this come between two statements.
  await signalRun(ctx, { ...run, hostId }, "cancel");
}
