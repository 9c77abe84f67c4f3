import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { changeRows, changeRowsUnkept } from "./change-rows";
import { nameObjects } from "./object-names";
import { currentTransactionId, insertRestorePointChange, insertRowChange, settleChanges } from "./record";
import { auditStatement } from "./record-statement";
import { countRows, type RecordedTable } from "./recorded-rows";
import type { AppliedRowChanges } from "./resource";
import type { RowChange } from "./row-change";
import { inTrialSession, inWriteSession } from "./write-session";

export interface ApplySubject {
  organisationId: string;
  database: { id: string; hostId: string };
  statementId: string;
  command: string;
}

/**
 * Applies the changes and records the rows before and after. Throws `RowsNotKeptError`, with nothing changed, when the
 * rows alone could not undo it.
 */
export async function applyByRows(
  ctx: Context,
  subject: ApplySubject,
  changes: readonly RowChange[],
): Promise<AppliedRowChanges> {
  let tables: readonly RecordedTable[] = [];
  let row: AppliedRowChanges["row"] = null;
  const work = async (session: CustomerSession) => {
    tables = await changeRows(session, changes);
    row = await lastRow(session, tables);
    const transactionId = await currentTransactionId(session);
    return record(ctx, subject, (tx, of) => insertRowChange(tx, of, { tables, transactionId }));
  };
  const changeId = await change(ctx, subject, work);
  return { changeId, rowCount: countRows(tables), isDatabaseKept: false, row };
}

/** Takes a restore point and applies the changes; a trial comes first, so that a refusal ends nobody's session. */
export async function applyWithRestorePoint(
  ctx: Context,
  subject: ApplySubject,
  changes: readonly RowChange[],
): Promise<AppliedRowChanges> {
  const { database, command } = subject;
  await inTrialSession(ctx, database, (session) => changeRowsUnkept(session, changes));
  const name = `Before ${command}`;
  const wanted = { databaseId: database.id, name, origin: "before-change" as const, isProtected: losesRows(changes) };
  const point = await createRestorePoint(ctx, wanted);
  ctx.crashPoint("apply.kept");
  let rowCount = 0;
  const work = async (session: CustomerSession) => {
    rowCount = await changeRowsUnkept(session, changes);
    const transactionId = await currentTransactionId(session);
    const kept = { restorePointId: point.id, transactionId };
    return record(ctx, subject, (tx, of) => insertRestorePointChange(tx, of, kept));
  };
  const changeId = await change(ctx, subject, work);
  return { changeId, rowCount, isDatabaseKept: true, row: null };
}

/** Returns whether the restore point from before the changes has to be protected. */
export function losesRows(changes: readonly RowChange[]): boolean {
  return changes.some(({ kind }) => kind === "delete");
}

async function change(
  ctx: Context,
  { organisationId, database }: ApplySubject,
  work: (session: CustomerSession) => Promise<string>,
): Promise<string> {
  const abort = (id: string) => settleChanges(ctx, { organisationId, ids: [id] }, "aborted");
  const changeId = await inWriteSession(ctx, database, work, abort);
  ctx.crashPoint("apply.committed");
  await settleChanges(ctx, { organisationId, ids: [changeId] }, "committed");
  return changeId;
}

/** Records the audit row and the change before the customer's transaction ends. */
async function record(
  ctx: Context,
  { organisationId, database, statementId, command }: ApplySubject,
  insert: (tx: Context, of: { organisationId: string; databaseId: string; statementId: string }) => Promise<string>,
): Promise<string> {
  ctx.crashPoint("apply.ran");
  const id = await withTransaction(ctx, async (tx) => {
    await auditStatement(tx, { organisationId, databaseId: database.id, statementId, command });
    return insert(tx, { organisationId, databaseId: database.id, statementId });
  });
  ctx.crashPoint("apply.pending");
  return id;
}

async function lastRow(session: CustomerSession, tables: readonly RecordedTable[]): Promise<AppliedRowChanges["row"]> {
  const table = tables.at(-1);
  const after = table?.rows.at(-1)?.[1];
  if (!table || !after) return null;
  const [row = []] = await nameObjects(session, table.columns, [after]);
  return Object.fromEntries(table.columns.map(({ name }, index) => [name, row[index] ?? null]));
}
