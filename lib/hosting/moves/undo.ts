import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { failOperation } from "@/lib/hosting/operations/journal";
import { beginClearing } from "./clear";
import { moverIdOf } from "./mover";
import { letIn } from "./pause";

/**
 * Lets clients into the database again on the host where it was, and has the other one cleared. Returns the id of that
 * operation; `null` where the move has ended already. The caller holds the lock on the host where it was.
 */
export async function undoMove(
  ctx: Context,
  session: HostSession,
  operation: { id: string; organisationId: string; databaseId: string; targetHostId: string | null },
  failureReason: string,
): Promise<string | null> {
  const { id, organisationId, databaseId, targetHostId } = operation;
  if (targetHostId === null) throw new TypeError(`the operation ${id} names no host`);
  const left = { copyIds: [], shellRoleIds: [moverIdOf(id)] };
  await session.dropShellRole({ id: moverIdOf(id), databaseId });
  await letIn(ctx, session, databaseId);
  ctx.crashPoint("move.let_in_again");
  return withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.operation.updateMany({
      where: { id, organisationId, status: "running" },
      data: { step: "undone" },
    });
    if (count === 0) return null;
    await failOperation(tx, id, failureReason);
    return beginClearing(tx, { organisationId, databaseId, hostId: targetHostId, ...left });
  });
}
