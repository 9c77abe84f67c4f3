import { StatementError } from "@/lib/core/ports/customer-session";
import { assignedTransactionId, currentTransactionId } from "@/lib/sql/data-changes/record";
import { countRows } from "@/lib/sql/data-changes/recorded-rows";
import { RowsNotKeptError } from "@/lib/sql/data-changes/rows-not-kept";
import { isDestructive } from "../grammar/destructive";
import { judge } from "../grammar/effect";
import { changesWhatItMakesUnfit } from "../grammar/makes-unfit";
import type { ParsedStatement } from "../grammar/parse";
import { blockOf } from "../grammar/transaction-block";
import { captureChange, isOfSession, KEPT_BEFORE, queryAdding } from "./execute";
import { AUDITED, type Executed, type Execution, runToEnd } from "./execution";
import { CutOffWriteError, hasToEnd, queryReading } from "./query-reading";
import { reasonOfTable } from "./reason-to-keep";
import { auditExecution, keepTransaction, recordKept, recordRows } from "./record-execution";
import type { OpenTransaction, RunSession } from "./run-session";

const UNFIT_WITHIN = "The transaction changes rows of a table that it gives triggers, rules or children.";

/** Runs a statement such as BEGIN or COMMIT; `following` are the statements of the run after it. */
export async function executeTransactionStatement(
  execution: Execution,
  following: readonly ParsedStatement[],
): Promise<Executed> {
  const { run, statement } = execution;
  const block = blockOf(statement, following);
  if (block) return begin(execution, block);
  const { kind } = statement.body;
  const session = await run.session();
  const { transaction } = run;
  const isEnd = transaction !== null && kind === "TRANS_STMT_COMMIT";
  if (isEnd) await keepTransaction(execution, await assignedTransactionId(session));
  const result = await session.query(statement.text);
  if (!transaction) return { result, change: null };
  if (isEnd) {
    run.ctx.crashPoint("statement.committed");
    // COMMIT rolls a failed transaction back.
    const isCommitted = result.command === "COMMIT";
    await endTransaction(run, transaction, isCommitted ? "committed" : "aborted");
    return { result, change: null, committed: isCommitted ? transaction.changes : [] };
  }
  if (kind === "TRANS_STMT_ROLLBACK") await endTransaction(run, transaction, "aborted");
  else await moveSavepoint(run, transaction, statement);
  return { result, change: null };
}

async function begin({ run, statement, statementId }: Execution, block: readonly ParsedStatement[]) {
  const isNew = run.transaction === null;
  const subject = { command: "a transaction", statementId, isProtected: block.some(isDestructive) };
  const need = isNew ? await needOf(run, block) : null;
  const kept = need && (await run.keepDatabase(subject, need.why));
  const result = await (await run.session()).query(statement.text);
  if (isNew)
    run.transaction = { changes: [], statements: [], savepoints: [], restorePointId: kept?.restorePointId ?? null };
  const notices = [...result.notices, ...(kept?.isNew ? [KEPT_BEFORE] : [])];
  return { result: { ...result, notices }, change: null };
}

/** Returns why the statements of a transaction need a restore point, as far as it is known before; `null` if they don't. */
async function needOf(run: RunSession, block: readonly ParsedStatement[]): Promise<{ why: string | null } | null> {
  if (block.some((one) => judge(one).effect === "needs-restore-point")) return { why: null };
  if (changesWhatItMakesUnfit(block)) return { why: UNFIT_WITHIN };
  for (const one of block) {
    const why = await reasonOfTable(await run.session(), one);
    if (why !== null) return { why };
  }
  return null;
}

async function endTransaction(
  run: RunSession,
  transaction: OpenTransaction,
  status: "committed" | "aborted",
): Promise<void> {
  run.transaction = null;
  await run.settle(transaction.changes, status);
  if (status === "aborted") await run.noteRolledBack(transaction.statements);
  if (status === "committed" && transaction.restorePointId === null && transaction.changes.length > 0) {
    run.forgetRestorePoint();
  }
}

async function moveSavepoint(run: RunSession, transaction: OpenTransaction, { body }: ParsedStatement): Promise<void> {
  const { savepoints, changes, statements } = transaction;
  const name = String(body.savepoint_name);
  if (body.kind === "TRANS_STMT_SAVEPOINT") {
    savepoints.push({ name, changeCount: changes.length, statementCount: statements.length });
    return;
  }
  const index = savepoints.findLastIndex((savepoint) => savepoint.name === name);
  const savepoint = savepoints[index];
  if (!savepoint) return;
  const isRollback = body.kind === "TRANS_STMT_ROLLBACK_TO";
  savepoints.length = isRollback ? index + 1 : index;
  if (!isRollback) return;
  await run.settle(changes.splice(savepoint.changeCount), "aborted");
  await run.noteRolledBack(statements.splice(savepoint.statementCount));
}

/** Runs any other statement between BEGIN and COMMIT. */
export async function executeInTransaction(execution: Execution, transaction: OpenTransaction): Promise<Executed> {
  const { run, statement } = execution;
  const { effect } = judge(statement);
  const session = await run.session();
  if (effect === "session") {
    if (!(await isOfSession(execution))) throw notWithin("It drops an object that isn't temporary.");
    if (AUDITED.has(statement.kind)) await auditExecution(execution, run.ctx);
    return { result: await session.query(statement.text, statement.values, runToEnd(run)), change: null };
  }
  if (transaction.restorePointId !== null) {
    const result = await session.query(statement.text, statement.values, runToEnd(run));
    if (effect === "reads") return { result, change: null };
    const changeId = await recordKept(execution, transaction.restorePointId, await currentTransactionId(session));
    transaction.changes.push(changeId);
    return { result, change: { id: changeId, kind: "restore-point", rowCount: 0, isPending: true } };
  }
  if (effect === "reads") {
    const toEnd = await hasToEnd(session, statement);
    return { result: await unkeptWithin(() => queryReading(execution, { toEnd })), change: null };
  }
  if (effect === "adds") {
    const result = await unkeptWithin(() => queryAdding(execution));
    await auditExecution(execution, run.ctx);
    run.forgetRestorePoint();
    return { result, change: null };
  }
  return changeRowsWithin(execution, transaction);
}

async function changeRowsWithin(execution: Execution, transaction: OpenTransaction): Promise<Executed> {
  const session = await execution.run.session();
  const { result, recorded } = await unkeptWithin(() => captureChange(session, execution.statement));
  if (recorded.length === 0) return { result, change: null };
  const id = await recordRows(execution, session, recorded);
  transaction.changes.push(id);
  return { result, change: { id, kind: "rows", rowCount: countRows(recorded), isPending: true } };
}

/** Decides the remedy where rows alone could not undo the effect of `work`. The transaction is rolled back then. */
async function unkeptWithin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CutOffWriteError) throw cutOff();
    throw error instanceof RowsNotKeptError ? notWithin(error.message) : error;
  }
}

function notWithin(reason: string): StatementError {
  return new StatementError(`${reason} It can be undone only with a restore point.`, {
    sqlState: null,
    hint: "Run it outside BEGIN … COMMIT, so that a restore point can be created first.",
  });
}

function cutOff(): StatementError {
  return new StatementError("The result was cut off, and the query changes something with each row.", {
    sqlState: null,
    hint: "Narrow it, so that fewer rows come back.",
  });
}
