import { withTransaction } from "@/lib/core/db/transaction";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { currentTransactionId, insertRestorePointChange, insertRowChange } from "@/lib/sql/data-changes/record";
import { auditStatement } from "@/lib/sql/data-changes/record-statement";
import type { RecordedTable } from "@/lib/sql/data-changes/recorded-rows";
import { commandOf } from "../grammar/command";
import type { Execution } from "./execution";
import type { RunSession } from "./run-session";

/** Records the rows and the audit row before the customer's transaction ends. */
export async function recordRows(
  execution: Execution,
  session: CustomerSession,
  tables: readonly RecordedTable[],
): Promise<string> {
  const { run } = execution;
  const transactionId = await currentTransactionId(session);
  run.ctx.crashPoint("statement.ran");
  const changeId = await withTransaction(run.ctx, async (tx) => {
    await auditExecution(execution, tx);
    return insertRowChange(tx, subjectOf(execution), { tables, transactionId });
  });
  run.ctx.crashPoint("statement.pending");
  return changeId;
}

/** Records a statement that a restore point undoes. */
export async function recordKept(
  execution: Execution,
  restorePointId: string,
  transactionId: string | null,
): Promise<string> {
  return withTransaction(execution.run.ctx, async (tx) => {
    await auditExecution(execution, tx);
    return insertRestorePointChange(tx, subjectOf(execution), { restorePointId, transactionId });
  });
}

/** Keeps the transaction that the statement is in, which the cluster knows after a crash. */
export async function keepTransaction({ run, statementId }: Execution, transactionId: string | null): Promise<void> {
  const { organisationId } = run.database;
  await run.ctx.db.statement.updateMany({ where: { id: statementId, organisationId }, data: { transactionId } });
}

export async function auditExecution(execution: Execution, tx: RunSession["ctx"]): Promise<void> {
  await auditStatement(tx, { ...subjectOf(execution), command: commandOf(execution.statement) });
}

function subjectOf({ run, statementId }: Execution) {
  return { organisationId: run.database.organisationId, databaseId: run.database.id, statementId };
}
