import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { NeedsRestorePointError } from "@/lib/sql/data-changes/needs-restore-point";
import { beginStatement, finishStatement } from "@/lib/sql/data-changes/record-statement";
import { commandOf } from "../grammar/command";
import { objectOf } from "../grammar/object-of";
import type { ParsedStatement } from "../grammar/parse";
import { nameParameters, withoutValues } from "./bind-parameters";
import { executeAlone, KEPT_BEFORE } from "./execute";
import { executeInTransaction, executeTransactionStatement } from "./execute-in-transaction";
import type { Executed, Execution } from "./execution";
import { explainStatement } from "./explain";
import { keepBeforeState } from "./keep-before-state";
import type { Failure, RunMode, StatementOutcome } from "./resource";
import type { RunRecord, RunSession } from "./run-session";

export type OnOutcome = (outcome: StatementOutcome) => void | Promise<void>;

interface Place<Run = RunSession> {
  run: Run;
  /** The offset of the part that runs within the whole text. */
  offset: number;
  onOutcome: OnOutcome;
}

/** The place of a statement among those of its run. */
interface Step {
  ran: number;
  following: readonly ParsedStatement[];
}

export const BARE = { status: "failed", sqlState: null, detail: null, hint: null, position: null, asks: null } as const;

const NOT_COMMITTED = "WARNING: The transaction wasn't committed, so it was rolled back.";

/** A statement that does not run, and so ends its run. */
export interface RefusedStatement {
  statement: Pick<ParsedStatement, "from" | "to">;
  text: string;
  failure: Omit<Failure, "status"> & { notRun: number };
}

/** Keeps a statement in the history as failed without running it. */
export async function refuseStatement(
  { run, offset, onOutcome }: Place<Pick<RunSession, "ctx" | "database"> & Partial<Pick<RunSession, "record">>>,
  { statement, text, failure: { notRun, ...failure } }: RefusedStatement,
): Promise<void> {
  const { id: databaseId, organisationId } = run.database;
  const subject = { organisationId, databaseId, text, command: null, isReadable: false, ...placeInRun(run.record, 0) };
  const statementId = await beginStatement(run.ctx, subject);
  const outcome = { ...failure, status: "failed" as const, durationMicros: 0 };
  await finishStatement(run.ctx, { organisationId, statementId }, outcome);
  const position = failure.position === null ? null : failure.position + offset;
  const where = { statementId, from: statement.from + offset, to: statement.to + offset, notices: [], rolledBack: [] };
  await onOutcome({ ...outcome, ...where, position, ran: 0, notRun, isRolledBack: false });
}

/** Runs one statement and returns whether it succeeded. */
export async function runStatement(
  { run, offset, onOutcome }: Place,
  statement: ParsedStatement,
  { ran, following }: Step,
  mode: RunMode,
): Promise<boolean> {
  const { id: databaseId, organisationId } = run.database;
  const subject = {
    organisationId,
    databaseId,
    text: statement.written,
    command: commandOf(statement),
    isReadable: true,
    ...placeInRun(run.record, ran),
  };
  const statementId = await beginStatement(run.ctx, subject);
  const startedAt = performance.now();
  const where = { statementId, from: statement.from + offset, to: statement.to + offset };
  const executed = await attempt({ run, statement, statementId }, following, mode);
  const durationMicros = Math.round((performance.now() - startedAt) * 1_000);
  if ("failure" in executed) {
    const { failure, cause } = executed;
    const kept = { ...failure, message: withoutValues(failure.message, statement), durationMicros };
    await finishStatement(run.ctx, { organisationId, statementId }, kept);
    if (cause instanceof ServiceError && cause.code === "host_unavailable") throw cause;
    const position = failure.position === null ? null : Math.min(where.to, failure.position + where.from);
    const rolledBack = run.transaction?.statements ?? [];
    const step = { ran, notRun: following.length, isRolledBack: run.transaction !== null, rolledBack };
    await onOutcome({ ...where, ...failure, ...step, durationMicros, notices: [], position });
    return false;
  }
  const { result, change, committed = [] } = executed;
  const { rows, rowCount, isTruncated } = result;
  const columns = result.columns.map(({ name, typeName }) => ({ name, typeName }));
  const command = result.command === "" ? commandOf(statement) : result.command;
  const finished = { status: "succeeded", command, rowCount, durationMicros } as const;
  await finishStatement(run.ctx, { organisationId, statementId }, finished);
  run.ctx.crashPoint("statement.done");
  run.budget.spend(result.characters);
  run.noteStatement(statement);
  const about = { action: commandOf(statement), object: objectOf(statement) };
  const told = endOf(run, statement, statementId, { notices: result.notices, isLast: following.length === 0 });
  await onOutcome({ ...where, ...finished, ...about, columns, rows, isTruncated, ...told, change, committed });
  return true;
}

/** Returns the known facts of the open transaction after a statement: the last of a run leaves none open. */
function endOf(
  run: RunSession,
  { kind }: ParsedStatement,
  statementId: string,
  { notices, isLast }: { notices: readonly string[]; isLast: boolean },
): { notices: string[]; rolledBack: string[] } {
  const rolledBack = run.takeRolledBack();
  const { transaction } = run;
  if (!transaction) return { notices: [...notices], rolledBack };
  if (kind !== "TransactionStmt") transaction.statements.push(statementId);
  if (!isLast) return { notices: [...notices], rolledBack };
  return { notices: [...notices, NOT_COMMITTED], rolledBack: [...rolledBack, ...transaction.statements] };
}

function placeInRun(record: RunRecord | undefined, positionInRun: number) {
  return record && { backgroundRunId: record.id, positionInRun };
}

async function attempt(
  execution: Execution,
  following: readonly ParsedStatement[],
  mode: RunMode,
): Promise<Executed | { failure: Failure; cause: unknown }> {
  const { run, statement } = execution;
  try {
    if (mode !== "run") {
      await run.readyFor(statement);
      return await explainStatement(execution, mode);
    }
    const isKept = await keepBeforeState(execution, following);
    const executed = await execute(execution, following);
    if (!isKept) return executed;
    const { result } = executed;
    return { ...executed, result: { ...result, notices: [...result.notices, KEPT_BEFORE] } };
  } catch (cause) {
    const failure = failureOf(cause, run);
    if (!failure) throw cause;
    const context = cause instanceof StatementError ? cause.context : null;
    return { failure: nameParameters(failure, context, statement), cause };
  }
}

async function execute(execution: Execution, following: readonly ParsedStatement[]): Promise<Executed> {
  const { run, statement } = execution;
  await run.readyFor(statement);
  if (statement.kind === "TransactionStmt") return executeTransactionStatement(execution, following);
  return run.transaction ? executeInTransaction(execution, run.transaction) : executeAlone(execution);
}

function failureOf(error: unknown, run: RunSession): Failure | null {
  if (error instanceof NeedsRestorePointError) {
    const asks = { reason: error.reason, settings: [...run.settings] };
    return { ...BARE, status: "cancelled", message: "Not run: it needs a restore point first.", asks };
  }
  if (error instanceof StatementError) {
    const { message, sqlState, detail, hint, position } = error;
    // The code is the same for a timeout, which no user asked for.
    const isCancelled = sqlState === SQLSTATE.queryCanceled && /user request/i.test(message);
    return { status: isCancelled ? "cancelled" : "failed", sqlState, message, detail, hint, position, asks: null };
  }
  if (error instanceof ServiceError) {
    return { ...BARE, message: error.message };
  }
  return null;
}
