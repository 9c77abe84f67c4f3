import { escapeIdentifier } from "pg";
import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { inTransaction, isAlive } from "@/lib/sql/customer-session/in-transaction";
import { arrayLiteral } from "@/lib/sql/customer-session/quoting";
import { captureStatement, relationName } from "@/lib/sql/data-changes/capture";
import { captureComment } from "@/lib/sql/data-changes/comments";
import { readCounters } from "@/lib/sql/data-changes/counters";
import { currentTransactionId } from "@/lib/sql/data-changes/record";
import { countRows } from "@/lib/sql/data-changes/recorded-rows";
import { queryWithoutRows, requireOnly } from "@/lib/sql/data-changes/require-only";
import { OtherRowsError, RowsNotKeptError } from "@/lib/sql/data-changes/rows-not-kept";
import { findRelation } from "@/lib/sql/data-changes/target";
import { commandOf } from "../grammar/command";
import { isDestructive } from "../grammar/destructive";
import { judge } from "../grammar/effect";
import type { ParsedStatement } from "../grammar/parse";
import { droppedRelations } from "../grammar/session-state";
import { AUDITED, type Executed, type Execution, isRefusal, runToEnd } from "./execution";
import { CutOffWriteError, hasToEnd, queryReading } from "./query-reading";
import { auditExecution, keepTransaction, recordKept, recordRows } from "./record-execution";
import type { RunSession } from "./run-session";

const NOT_IN_TRANSACTION: ReadonlySet<string | null> = new Set([
  SQLSTATE.activeSqlTransaction,
  SQLSTATE.invalidTransactionTermination,
]);
/** Told with the result, since the connections are those of the customer's programs. */
export const KEPT_BEFORE = "A restore point was created first, so all other connections were dropped.";

/** Runs a statement outside a transaction of the user. */
export async function executeAlone(execution: Execution): Promise<Executed> {
  const { run, statement } = execution;
  switch (judge(statement).effect) {
    case "reads":
      return run.canWrite ? read(execution) : readAsReader(execution);
    case "changes-rows":
      return changeRows(execution);
    case "adds":
      return add(execution);
    case "session": {
      if (!(await isOfSession(execution))) return runTried(execution);
      if (AUDITED.has(statement.kind)) await auditExecution(execution, run.ctx);
      const session = await run.session();
      return { result: await session.query(statement.text, statement.values, runToEnd(run)), change: null };
    }
    default:
      return runTried(execution);
  }
}

const ARE_TEMPORARY = `
  SELECT pg_catalog.bool_and(relnamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema())
  FROM pg_catalog.unnest($1::pg_catalog.text[]) AS name
  JOIN pg_catalog.pg_class AS c ON c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(name)::pg_catalog.oid`;

/**
 * Returns whether a statement that its text takes for one of the session is: its target may be another table by now.
 */
export async function isOfSession({ run, statement }: Execution): Promise<boolean> {
  const dropped = droppedRelations(statement);
  if (dropped === null) return true;
  const names = arrayLiteral(dropped.map((name) => name.map(escapeIdentifier).join(".")));
  const { rows } = await (await run.session()).query(ARE_TEMPORARY, [names]);
  return rows[0]?.[0] !== "f";
}

/** Runs a query of a member who may change nothing. */
async function readAsReader({ run, statement }: Execution): Promise<Executed> {
  const session = await run.session();
  const query = () => session.query(statement.text, statement.values, run.budget.limits);
  // A notification that it sends goes out at COMMIT alone.
  return { result: await inTransaction(session, "BEGIN READ ONLY", query, "ROLLBACK"), change: null };
}

/** Runs a query as it is, since its functions may look whether they can write. One that changed rows is rolled back. */
async function read(execution: Execution): Promise<Executed> {
  const session = await execution.run.session();
  const query = (toEnd: boolean) => inTransaction(session, "BEGIN", () => queryReading(execution, { toEnd }));
  const isWhole = await hasToEnd(session, execution.statement);
  try {
    const result = await query(isWhole).catch((error: unknown) => {
      if (!(error instanceof CutOffWriteError)) throw error;
      return query(true);
    });
    return { result, change: null };
  } catch (error) {
    return keepWhereNeeded(execution, error, null);
  }
}

/** Runs a statement in the open transaction. Throws `OtherRowsError` when it changed a row of any table. */
async function queryUnchanging(execution: Execution): Promise<StatementResult> {
  const { run, statement } = execution;
  const session = await run.session();
  const before = await inCatalog(session, () => readCounters(session));
  const result = await session.query(statement.text, statement.values, runToEnd(run));
  await requireOnly(session, before);
  // It may have moved a sequence, which no ROLLBACK takes back either.
  await auditExecution(execution, run.ctx);
  return result;
}

/** The statements that make something new of the rows of a table, by functions that may do anything. */
const ADDING_BY_ROWS: ReadonlySet<string> = new Set(["AlterTableStmt", "IndexStmt"]);

/**
 * Runs a statement that makes something new, in the open transaction. Throws `OtherRowsError` when it changed rows, as
 * the default of a new column or the expression of an index may by a function.
 */
export async function queryAdding({ run, statement }: Execution): Promise<StatementResult> {
  const session = await run.session();
  const query = () => session.query(statement.text, statement.values, runToEnd(run));
  if (!ADDING_BY_ROWS.has(statement.kind)) return query();
  const table = await findRelation(session, relationName(statement));
  return queryWithoutRows(session, table?.oid ?? null, query);
}

/** Runs a statement that makes something new. One that cannot run within a transaction is on record before it runs. */
async function add(execution: Execution): Promise<Executed> {
  const { run, statement } = execution;
  const session = await run.session();
  run.forgetRestorePoint();
  try {
    const result = await inTransaction(session, "BEGIN", async () => {
      const answer = await queryAdding(execution);
      await keepTransaction(execution, await currentTransactionId(session));
      await auditExecution(execution, run.ctx);
      return answer;
    });
    run.ctx.crashPoint("statement.committed");
    return { result, change: null };
  } catch (error) {
    if (error instanceof OtherRowsError) return keepDatabaseAndRun(execution, error.message);
    if (!isRefusal(error, (code) => NOT_IN_TRANSACTION.has(code))) throw error;
    await auditExecution(execution, run.ctx);
    return { result: await session.query(statement.text, statement.values, runToEnd(run)), change: null };
  }
}

/** Runs a statement that changes rows or a comment in the open transaction, and keeps the rows before and after. */
export function captureChange(session: CustomerSession, statement: ParsedStatement) {
  return statement.kind === "CommentStmt" ? captureComment(session, statement) : captureStatement(session, statement);
}

async function changeRows(execution: Execution): Promise<Executed> {
  const { run, statement } = execution;
  const session = await run.session();
  const pending: string[] = [];
  let executed: Executed;
  try {
    executed = await inTransaction(session, "BEGIN", async () => {
      const { result, recorded } = await captureChange(session, statement);
      if (recorded.length === 0) return { result, change: null };
      const id = await recordRows(execution, session, recorded);
      pending.push(id);
      return { result, change: { id, kind: "rows", rowCount: countRows(recorded), isPending: false } };
    });
  } catch (error) {
    await settleAborted(run, session, pending);
    if (error instanceof OtherRowsError) return keepDatabaseAndRun(execution, error.message);
    if (error instanceof RowsNotKeptError) return runTried(execution, error.message);
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

/**
 * Runs a statement and keeps its work when it changed no row, which is also the trial of one that does: a refusal by
 * Postgres ends no session. A statement that changes rows runs again after a restore point.
 */
async function runTried(execution: Execution, why: string | null = null): Promise<Executed> {
  const session = await execution.run.session();
  try {
    return { result: await inTransaction(session, "BEGIN", () => queryUnchanging(execution)), change: null };
  } catch (error) {
    return keepWhereNeeded(execution, error, why);
  }
}

/** Runs a statement again after a restore point where its trial has shown that it needs one. */
function keepWhereNeeded(execution: Execution, error: unknown, why: string | null): Promise<Executed> {
  if (error instanceof OtherRowsError) return keepDatabaseAndRun(execution, why ?? error.message);
  if (!isRefusal(error, (code) => NOT_IN_TRANSACTION.has(code))) throw error;
  return keepDatabaseAndRun(execution, why, false);
}

/** Takes a restore point and runs the statement, of which Postgres refuses nothing as far as a trial has shown. */
async function keepDatabaseAndRun(execution: Execution, why: string | null, isTransactional = true): Promise<Executed> {
  const { run, statement, statementId } = execution;
  const subject = { command: commandOf(statement), statementId, isProtected: isDestructive(statement) };
  const { restorePointId, isNew } = await run.keepDatabase(subject, why);
  run.ctx.crashPoint("statement.kept");
  const fresh = await run.session();
  const pending: string[] = [];
  const work = async () => {
    const answer = await fresh.query(statement.text, statement.values, runToEnd(run));
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
  const change = id ? { id, kind: "restore-point" as const, rowCount: 0, isPending: false } : null;
  return { result: isNew ? { ...result, notices: [...result.notices, KEPT_BEFORE] } : result, change };
}
