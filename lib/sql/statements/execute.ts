import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { inTransaction, isAlive } from "@/lib/sql/customer-session/in-transaction";
import { captureStatement, requireOnly } from "@/lib/sql/data-changes/capture";
import { readCounters } from "@/lib/sql/data-changes/counters";
import { currentTransactionId } from "@/lib/sql/data-changes/record";
import { countRows } from "@/lib/sql/data-changes/recorded-rows";
import { RowsNotKeptError } from "@/lib/sql/data-changes/rows-not-kept";
import { commandOf } from "../grammar/command";
import { isDestructive } from "../grammar/destructive";
import { judge } from "../grammar/effect";
import { locksRows, withoutLocks } from "../grammar/locks";
import type { ParsedStatement } from "../grammar/parse";
import { AUDITED, type Executed, type Execution, isRefusal, runToEnd } from "./execution";
import { auditExecution, recordKept, recordRows } from "./record-execution";
import type { RunSession } from "./run-session";

const NOT_IN_TRANSACTION: ReadonlySet<string | null> = new Set([
  SQLSTATE.activeSqlTransaction,
  SQLSTATE.invalidTransactionTermination,
]);
/** The statements whose effect on the session is repeated after a restore point. */
const REMEMBERED: ReadonlySet<string> = new Set(["VariableSetStmt", "PrepareStmt", "DeallocateStmt", "CreateStmt"]);

const NO_ROWS = { maxRows: 0, maxCharacters: 0 };
const NO_ROWS_TO_END = { ...NO_ROWS, runsToEnd: true };

/** Runs a statement outside a transaction of the user. */
export async function executeAlone(execution: Execution): Promise<Executed> {
  const { run, statement } = execution;
  switch (judge(statement).effect) {
    case "reads":
      return readOr(execution, () => lockOr(execution, () => keepDatabaseAndRun(execution)));
    case "changes-rows":
      return changeRows(execution);
    case "adds":
      return add(execution);
    case "session": {
      if (AUDITED.has(statement.kind)) await auditExecution(execution, run.ctx);
      const result = await (await run.session()).query(statement.text, [], runToEnd(run));
      if (REMEMBERED.has(statement.kind)) run.remember(statement.text);
      return { result, change: null };
    }
    default:
      return statement.kind === "DoStmt" || statement.kind === "CallStmt"
        ? readOr(execution, () => keepDatabaseAndRun(execution))
        : keepDatabaseAndRun(execution);
  }
}

/** Runs a statement where nothing can be changed, and does `otherwise` when it tries to change something. */
async function readOr({ run, statement }: Execution, otherwise: () => Promise<Executed>): Promise<Executed> {
  const session = await run.session();
  try {
    const read = () => session.query(statement.text, [], run.budget.limits);
    // A notification that a reader's statement sends goes out at COMMIT alone.
    const result = await inTransaction(session, "BEGIN READ ONLY", read, run.canWrite ? "COMMIT" : "ROLLBACK");
    return { result, change: null };
  } catch (error) {
    const isChange = isRefusal(
      error,
      (code) => code === SQLSTATE.readOnlySqlTransaction || NOT_IN_TRANSACTION.has(code),
    );
    if (!run.canWrite || !isChange) throw error;
    return otherwise();
  }
}

/** Runs a query as reading when it only locks rows: without its locks it runs where nothing can be changed. */
async function lockOr({ run, statement }: Execution, otherwise: () => Promise<Executed>): Promise<Executed> {
  const unlocked = locksRows(statement) ? await withoutLocks(statement) : null;
  if (unlocked === null) return otherwise();
  const session = await run.session();
  try {
    await inTransaction(session, "BEGIN READ ONLY", () => session.query(unlocked, [], NO_ROWS), "ROLLBACK");
    return { result: await inTransaction(session, "BEGIN", () => queryUnchanging(run, statement)), change: null };
  } catch (error) {
    if (error instanceof RowsNotKeptError || isRefusal(error, (code) => code === SQLSTATE.readOnlySqlTransaction))
      return otherwise();
    throw error;
  }
}

/** Runs a statement in a transaction. Throws `RowsNotKeptError` when it changed something and must be rolled back. */
export async function queryUnchanging(run: RunSession, statement: ParsedStatement): Promise<StatementResult> {
  const session = await run.session();
  const before = await inCatalog(session, () => readCounters(session));
  const result = await session.query(statement.text, [], run.budget.limits);
  await requireOnly(session, before);
  return result;
}

/** Runs a statement that makes something new. One that cannot run within a transaction is on record before it runs. */
async function add(execution: Execution): Promise<Executed> {
  const { run, statement } = execution;
  const session = await run.session();
  try {
    const result = await inTransaction(session, "BEGIN", async () => {
      const answer = await session.query(statement.text, [], runToEnd(run));
      await auditExecution(execution, run.ctx);
      return answer;
    });
    return { result, change: null };
  } catch (error) {
    if (!isRefusal(error, (code) => NOT_IN_TRANSACTION.has(code))) throw error;
    await auditExecution(execution, run.ctx);
    return { result: await session.query(statement.text, [], runToEnd(run)), change: null };
  } finally {
    run.forgetRestorePoint();
  }
}

async function changeRows(execution: Execution): Promise<Executed> {
  const { run, statement } = execution;
  const session = await run.session();
  const pending: string[] = [];
  let executed: Executed;
  try {
    executed = await inTransaction(session, "BEGIN", async () => {
      const { result, recorded } = await captureStatement(session, statement);
      if (recorded.length === 0) return { result, change: null };
      const id = await recordRows(execution, session, recorded);
      pending.push(id);
      return { result, change: { id, kind: "rows", rowCount: countRows(recorded) } };
    });
  } catch (error) {
    await settleAborted(run, session, pending);
    if (error instanceof RowsNotKeptError) return keepDatabaseAndRun(execution);
    throw error;
  }
  run.ctx.crashPoint("statement.committed");
  await run.settle(pending, "committed");
  if (executed.change) run.forgetRestorePoint();
  return executed;
}

/** Settles changes as rolled back. When the session is lost, they stay pending until the cluster is asked. */
async function settleAborted(run: RunSession, session: CustomerSession, pending: readonly string[]): Promise<void> {
  if (await isAlive(session)) await run.settle(pending, "aborted");
}

/** Takes a restore point and runs the statement; a trial comes first, so that a refusal ends nobody's session. */
async function keepDatabaseAndRun(execution: Execution): Promise<Executed> {
  const { run, statement, statementId } = execution;
  const session = await run.session();
  const isTransactional = await tryOut(session, statement);
  const restorePointId = await run.keepDatabase(commandOf(statement), statementId, isDestructive(statement));
  run.ctx.crashPoint("statement.kept");
  const fresh = await run.session();
  const pending: string[] = [];
  const work = async () => {
    const answer = await fresh.query(statement.text, [], runToEnd(run));
    if (isTransactional) {
      pending.push(await recordKept(execution, restorePointId, await currentTransactionId(fresh)));
    }
    return answer;
  };
  let result: StatementResult;
  try {
    if (!isTransactional) pending.push(await recordKept(execution, restorePointId, null));
    result = await (isTransactional ? inTransaction(fresh, "BEGIN", work) : work());
  } catch (error) {
    // Outside a transaction a part of it may be done, which the restore point undoes.
    await (isTransactional ? settleAborted(run, fresh, pending) : run.settle(pending, "committed"));
    throw error;
  }
  run.ctx.crashPoint("statement.committed");
  await run.settle(pending, "committed");
  const [id] = pending;
  return { result, change: id ? { id, kind: "restore-point", rowCount: 0 } : null };
}

/** Returns whether the statement can run within a transaction. Throws what Postgres refuses. */
async function tryOut(session: CustomerSession, statement: ParsedStatement): Promise<boolean> {
  try {
    await inTransaction(session, "BEGIN", () => session.query(statement.text, [], NO_ROWS_TO_END), "ROLLBACK");
    return true;
  } catch (error) {
    if (isRefusal(error, (code) => NOT_IN_TRANSACTION.has(code))) return false;
    throw error;
  }
}
