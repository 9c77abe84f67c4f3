import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { DataChangeId } from "@/lib/core/id-schemas";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { applyRecordedRows } from "./apply-rows";
import { asConflict, ChangeConflictError } from "./change-conflict";
import { currentTransactionId, insertRowChange, settleChanges } from "./record";
import { inverseOf, openRows, type RecordedTable } from "./recorded-rows";
import { settleDataChanges, settleUndone } from "./settle";
import { inWriteSession, UNDOING } from "./write-session";

export const DataChangeInput = DatabaseInput.extend({ changeId: DataChangeId });
type DataChangeInput = z.infer<typeof DataChangeInput>;

/**
 * Undoes a change exactly, or not at all: by its rows, as a change `changeId` that can be undone in turn, or by
 * restoring the whole database, whose state from before `restorePointId` names. Throws `database_not_found`,
 * `not_found`, `conflict` when there is nothing to undo, `change_conflict` (`ChangeConflictError`), `host_unavailable`.
 */
export async function undoDataChange(
  ctx: Context,
  input: DataChangeInput,
): Promise<{ changeId: string | null; restorePointId: string | null; rowCount: number }> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const change = await getCommittedChange(ctx, { databaseId: database.id, changeId: input.changeId });
  const subject = { organisationId, databaseId: database.id, changeId: change.id };
  if (change.rows === null) return undoByRestoring(ctx, subject, change.restorePointId);
  const tables = inverseOf(openRows(ctx, change.id, change.rows));
  const work = async (session: CustomerSession) => {
    for (const table of tables) await applyRecordedRows(session, table);
    return recordUndo(ctx, subject, session, tables);
  };
  const settle = (undoId: string, status: "committed" | "aborted") =>
    settleUndo(ctx, { organisationId, undoId }, status);
  const abort = (id: string) => settle(id, "aborted");
  const undoId = await inWriteSession(ctx, database, work, abort, UNDOING).catch(async (error: unknown) => {
    // A deferred constraint fails at the end of the transaction.
    const conflict = asConflict(error);
    // Of several at once, those who come too late meet the rows as the first has left them.
    if (conflict instanceof ChangeConflictError) await getCommittedChange(ctx, subject);
    throw conflict;
  });
  ctx.crashPoint("undo.committed");
  await settle(undoId, "committed");
  return { changeId: undoId, restorePointId: null, rowCount: change.rowCount };
}

/** Returns a change that can be undone. Throws `not_found`, `conflict`. */
export async function getCommittedChange(ctx: Context, input: DataChangeInput) {
  await settleDataChanges(ctx, { databaseId: input.databaseId });
  const change = await ctx.db.dataChange.findFirst({
    where: { id: input.changeId, databaseId: input.databaseId },
    select: { id: true, status: true, rows: true, rowCount: true, restorePointId: true, undoneById: true },
  });
  if (!change) throw new ServiceError("not_found", "Change not found.");
  if (change.status === "pending") throw new ServiceError("conflict", "This change isn't committed yet.");
  if (change.status === "aborted") throw new ServiceError("conflict", "This change was already rolled back.");
  if (change.status === "undone" || change.undoneById !== null) throw undoneAlready();
  return change;
}

function undoneAlready(): ServiceError {
  return new ServiceError("conflict", "This change is already undone.");
}

type Subject = { organisationId: string; databaseId: string; changeId: string };

/** Records the undo before the customer's transaction ends; of two that undo the same change, one fails here. */
async function recordUndo(
  ctx: Context,
  { organisationId, databaseId, changeId }: Subject,
  session: CustomerSession,
  tables: readonly RecordedTable[],
): Promise<string> {
  const transactionId = await currentTransactionId(session);
  ctx.crashPoint("undo.ran");
  const id = await withTransaction(ctx, async (tx) => {
    const undoId = await insertRowChange(
      tx,
      { organisationId, databaseId, statementId: null },
      { tables, transactionId, isUndo: true },
    );
    const claimed = await tx.db.dataChange.updateMany({
      where: { id: changeId, organisationId, status: "committed", undoneById: null },
      data: { undoneById: undoId },
    });
    if (claimed.count === 0) throw undoneAlready();
    const data = { changeId, undoId };
    await recordAudit(tx, { organisationId, action: "database.undo_change", targetId: databaseId, data });
    return undoId;
  });
  ctx.crashPoint("undo.pending");
  return id;
}

async function settleUndo(
  ctx: Context,
  undo: { organisationId: string; undoId: string },
  status: "committed" | "aborted",
): Promise<void> {
  await settleChanges(ctx, { organisationId: undo.organisationId, ids: [undo.undoId] }, status);
  await settleUndone(ctx, undo, status);
}

async function undoByRestoring(
  ctx: Context,
  { organisationId, databaseId, changeId }: Subject,
  pointId: string | null,
) {
  if (pointId === null) throw new ServiceError("conflict", "The restore point for this change no longer exists.");
  const { beforeRestorePointId } = await restoreInPlace(ctx, { databaseId, restorePointId: pointId });
  await withTransaction(ctx, async (tx) => {
    const data = { changeId, restorePointId: pointId };
    await recordAudit(tx, { organisationId, action: "database.undo_change", targetId: databaseId, data });
  });
  return { changeId: null, restorePointId: beforeRestorePointId, rowCount: 0 };
}
