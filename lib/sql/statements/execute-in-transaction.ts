import { StatementError, type StatementResult } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { captureStatement } from "@/lib/sql/data-changes/capture";
import { currentTransactionId } from "@/lib/sql/data-changes/record";
import { countRows } from "@/lib/sql/data-changes/recorded-rows";
import { RowsNotKeptError } from "@/lib/sql/data-changes/rows-not-kept";
import { isDestructive } from "../grammar/destructive";
import { judge } from "../grammar/effect";
import { locksRows, withoutLocks } from "../grammar/locks";
import type { ParsedStatement } from "../grammar/parse";
import { queryUnchanging } from "./execute";
import { AUDITED, type Executed, type Execution, isRefusal, runToEnd } from "./execution";
import { auditExecution, recordKept, recordRows } from "./record-execution";
import type { OpenTransaction, RunSession } from "./run-session";

const CHANGES = "It changes data.";
const ENDS: ReadonlySet<unknown> = new Set(["TRANS_STMT_COMMIT", "TRANS_STMT_ROLLBACK"]);
const ROLLED_BACK_AT_END = "WARNING: The transaction wasn't committed, so it was rolled back.";

/** Runs a statement such as BEGIN or COMMIT; `following` are the statements of the run after it. */
export async function executeTransactionStatement(
  execution: Execution,
  following: readonly ParsedStatement[],
): Promise<Executed> {
  const { run, statement } = execution;
  const kind = String(statement.body.kind);
  if (kind === "TRANS_STMT_BEGIN" || kind === "TRANS_STMT_START") return begin(execution, following);
  const session = await run.session();
  const result = await session.query(statement.text);
  const { transaction } = run;
  if (!transaction) return { result, change: null };
  if (kind === "TRANS_STMT_COMMIT") {
    run.ctx.crashPoint("statement.committed");
    // COMMIT rolls a failed transaction back.
    await endTransaction(run, transaction, result.command === "COMMIT" ? "committed" : "aborted");
  } else if (kind === "TRANS_STMT_ROLLBACK") await endTransaction(run, transaction, "aborted");
  else await moveSavepoint(run, transaction, statement);
  return { result, change: null };
}

async function begin({ run, statement, statementId }: Execution, following: readonly ParsedStatement[]) {
  const end = following.findIndex(({ kind, body }) => kind === "TransactionStmt" && ENDS.has(body.kind));
  const block = end === -1 ? following : following.slice(0, end);
  const isNew = run.transaction === null;
  const needsRestorePoint = isNew && block.some((one) => judge(one).effect === "needs-restore-point");
  const isProtected = block.some(isDestructive);
  const restorePointId = needsRestorePoint ? await run.keepDatabase("a transaction", statementId, isProtected) : null;
  const result = await (await run.session()).query(statement.text);
  if (isNew) run.transaction = { changes: [], savepoints: [], restorePointId };
  if (end !== -1) return { result, change: null };
  return { result: { ...result, notices: [...result.notices, ROLLED_BACK_AT_END] }, change: null };
}

async function endTransaction(
  run: RunSession,
  transaction: OpenTransaction,
  status: "committed" | "aborted",
): Promise<void> {
  run.transaction = null;
  await run.settle(transaction.changes, status);
  if (status === "committed" && transaction.restorePointId === null && transaction.changes.length > 0) {
    run.forgetRestorePoint();
  }
}

async function moveSavepoint(run: RunSession, transaction: OpenTransaction, { body }: ParsedStatement): Promise<void> {
  const { savepoints, changes } = transaction;
  const name = String(body.savepoint_name);
  if (body.kind === "TRANS_STMT_SAVEPOINT") {
    savepoints.push({ name, changeCount: changes.length });
    return;
  }
  const index = savepoints.findLastIndex((savepoint) => savepoint.name === name);
  const savepoint = savepoints[index];
  if (!savepoint) return;
  const isRollback = body.kind === "TRANS_STMT_ROLLBACK_TO";
  savepoints.length = isRollback ? index + 1 : index;
  if (isRollback) await run.settle(changes.splice(savepoint.changeCount), "aborted");
}

/** Runs any other statement between BEGIN and COMMIT. */
export async function executeInTransaction(execution: Execution, transaction: OpenTransaction): Promise<Executed> {
  const { run, statement } = execution;
  const { effect } = judge(statement);
  const session = await run.session();
  if (effect === "session") {
    if (AUDITED.has(statement.kind)) await auditExecution(execution, run.ctx);
    const result = await session.query(statement.text, [], runToEnd(run));
    if (statement.kind === "PrepareStmt") run.remember(statement.text);
    return { result, change: null };
  }
  if (transaction.restorePointId !== null) {
    const result = await session.query(statement.text, [], runToEnd(run));
    if (effect === "reads") return { result, change: null };
    const changeId = await recordKept(execution, transaction.restorePointId, await currentTransactionId(session));
    transaction.changes.push(changeId);
    return { result, change: { id: changeId, kind: "restore-point", rowCount: 0 } };
  }
  if (effect === "reads") return { result: await readWithin(execution), change: null };
  if (effect === "adds") {
    const result = await session.query(statement.text, [], runToEnd(run));
    await auditExecution(execution, run.ctx);
    run.forgetRestorePoint();
    return { result, change: null };
  }
  return changeRowsWithin(execution, transaction);
}

/** Runs a query and refuses changes: only a restore point from before the transaction could undo them. */
async function readWithin({ run, statement }: Execution): Promise<StatementResult> {
  try {
    return await readOnlyWithin(run, statement.text);
  } catch (error) {
    if (!isRefusal(error, (code) => code === SQLSTATE.readOnlySqlTransaction)) throw error;
    const unlocked = locksRows(statement) ? await withoutLocks(statement) : null;
    if (unlocked === null) throw notWithin(CHANGES);
    return lockWithin(run, statement, unlocked);
  }
}

/** Runs a statement with the transaction made read-only for it alone, a setting that the savepoint takes back. */
async function readOnlyWithin(run: RunSession, text: string): Promise<StatementResult> {
  const session = await run.session();
  await session.query("SAVEPOINT reads_only");
  await session.query("SET LOCAL transaction_read_only = on");
  const result = await session.query(text, [], run.budget.limits).catch(async (error) => {
    // A refused statement may be run in another way. When the session is lost, the error says so.
    await session.query("ROLLBACK TO SAVEPOINT reads_only").catch(() => undefined);
    throw error;
  });
  await session.query("ROLLBACK TO SAVEPOINT reads_only");
  await session.query("RELEASE SAVEPOINT reads_only");
  return result;
}

/** Runs a query that only locks rows; the locks are held until the transaction ends. */
async function lockWithin(run: RunSession, statement: ParsedStatement, unlocked: string): Promise<StatementResult> {
  try {
    await readOnlyWithin(run, unlocked);
    return await queryUnchanging(run, statement);
  } catch (error) {
    const isChange =
      error instanceof RowsNotKeptError || isRefusal(error, (code) => code === SQLSTATE.readOnlySqlTransaction);
    throw isChange ? notWithin(CHANGES) : error;
  }
}

async function changeRowsWithin(execution: Execution, transaction: OpenTransaction): Promise<Executed> {
  const session = await execution.run.session();
  try {
    const { result, recorded } = await captureStatement(session, execution.statement);
    if (recorded.length === 0) return { result, change: null };
    const id = await recordRows(execution, session, recorded);
    transaction.changes.push(id);
    return { result, change: { id, kind: "rows", rowCount: countRows(recorded) } };
  } catch (error) {
    throw error instanceof RowsNotKeptError ? notWithin(error.message) : error;
  }
}

function notWithin(reason: string): StatementError {
  return new StatementError(`${reason} It can be undone only with a restore point.`, {
    sqlState: null,
    hint: "Run it outside BEGIN … COMMIT, so that a restore point can be created first.",
  });
}
