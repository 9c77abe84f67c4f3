import { z } from "zod";
import { isPermitted, requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { DatabaseId } from "@/lib/core/id-schemas";
import { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { beginStatement, finishStatement } from "@/lib/sql/data-changes/record-statement";
import { commandOf } from "../grammar/command";
import { judge, refusalForReaders } from "../grammar/effect";
import { type ParsedStatement, parseStatements, StatementSyntaxError } from "../grammar/parse";
import { executeAlone } from "./execute";
import { executeInTransaction, executeTransactionStatement } from "./execute-in-transaction";
import type { Executed, Execution } from "./execution";
import { explainStatement } from "./explain";
import { type FailedStatement, RunMode, type StatementOutcome } from "./resource";
import { RunSession } from "./run-session";

export const RunStatementsInput = z.object({
  databaseId: DatabaseId,
  text: z.string(),
  /** UTF-16 offsets of the part that runs; the whole text without them. */
  selection: z
    .object({ from: z.int().nonnegative(), to: z.int().nonnegative() })
    .refine(({ from, to }) => from < to, "must not be empty")
    .optional(),
  /** An id of the caller's choice, by which the run can be cancelled. */
  runId: z.string().regex(/^[A-Za-z0-9_-]{8,40}$/),
  mode: RunMode,
});
export type RunStatementsInput = z.infer<typeof RunStatementsInput>;

type OnOutcome = (outcome: StatementOutcome) => void | Promise<void>;

const NO_OFFSET = { detail: null, hint: null, position: null };

/**
 * Runs the statements of a text until one fails, reports the outcome of each, and keeps each in the history and changed
 * rows for undo. A text that cannot be parsed, or holds a refused statement, fails before anything runs. Throws
 * `missing_permission`, `database_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function runStatements(ctx: Context, input: RunStatementsInput, onOutcome: OnOutcome): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id, hostId } = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const database = { id, hostId, organisationId };
  const offset = Math.min(input.selection?.from ?? 0, input.text.length);
  const text = input.text.slice(offset, input.selection?.to);
  const canWrite = isPermitted(ctx.actor, "data:write");
  const run = new RunSession({ ctx, database, canWrite, runId: input.runId });
  const place = { run, offset, onOutcome };
  let statements: ParsedStatement[];
  try {
    statements = await parseStatements(text);
  } catch (error) {
    if (!(error instanceof StatementSyntaxError)) throw error;
    const failure = { ...NO_OFFSET, message: error.message, sqlState: SQLSTATE.syntaxError, position: error.position };
    return refuse(place, { text, from: 0, to: text.length }, failure);
  }
  for (const statement of statements) {
    const refusal = refusalOf(statement, canWrite, input.mode);
    if (refusal !== null) return refuse(place, statement, { ...NO_OFFSET, message: refusal, sqlState: null });
  }
  try {
    for (const [index, statement] of statements.entries()) {
      const isRun = await runOne(place, statement, statements.slice(index + 1), input.mode);
      if (!isRun) break;
    }
  } finally {
    await abandonTransaction(run);
    await run.close();
    await run.deleteUnusedRestorePoints();
  }
}

interface Place {
  run: RunSession;
  /** The offset of the part that runs within the whole text. */
  offset: number;
  onOutcome: OnOutcome;
}

function refusalOf(statement: ParsedStatement, canWrite: boolean, mode: RunMode): string | null {
  if (mode !== "explain" && !canWrite) return refusalForReaders(statement);
  const { effect, reason } = judge(statement);
  return effect === "refused" ? reason : null;
}

async function refuse(
  { run, offset, onOutcome }: Place,
  statement: Pick<ParsedStatement, "text" | "from" | "to">,
  failure: Omit<FailedStatement, "status">,
): Promise<void> {
  const { id: databaseId, organisationId } = run.database;
  const subject = { organisationId, databaseId, text: statement.text, command: null, isReadable: false };
  const statementId = await beginStatement(run.ctx, subject);
  const outcome = { ...failure, status: "failed" as const, durationMicros: 0 };
  await finishStatement(run.ctx, { organisationId, statementId }, outcome);
  const position = failure.position === null ? null : failure.position + statement.from + offset;
  const where = { statementId, from: statement.from + offset, to: statement.to + offset, notices: [] };
  await onOutcome({ ...outcome, ...where, position });
}

/** Runs one statement and returns whether it succeeded. */
async function runOne(
  { run, offset, onOutcome }: Place,
  statement: ParsedStatement,
  following: readonly ParsedStatement[],
  mode: RunMode,
): Promise<boolean> {
  const { id: databaseId, organisationId } = run.database;
  const subject = { organisationId, databaseId, text: statement.text, command: commandOf(statement), isReadable: true };
  const statementId = await beginStatement(run.ctx, subject);
  const startedAt = performance.now();
  const durationMicros = () => Math.round((performance.now() - startedAt) * 1_000);
  const where = { statementId, from: statement.from + offset, to: statement.to + offset };
  try {
    const { result, change } = await execute({ run, statement, statementId }, following, mode);
    const { rows, rowCount, isTruncated, notices } = result;
    const columns = result.columns.map(({ name, typeName }) => ({ name, typeName }));
    const command = result.command === "" ? commandOf(statement) : result.command;
    const duration = durationMicros();
    await finishStatement(
      run.ctx,
      { organisationId, statementId },
      { status: "succeeded", command, rowCount, durationMicros: duration },
    );
    run.ctx.crashPoint("statement.done");
    const answer = { command, columns, rows, rowCount, isTruncated, notices, change, durationMicros: duration };
    await onOutcome({ ...where, ...answer, status: "succeeded" });
    return true;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const outcome = { ...failure, durationMicros: durationMicros() };
    await finishStatement(run.ctx, { organisationId, statementId }, outcome);
    if (error instanceof ServiceError && error.code === "host_unavailable") throw error;
    const position = failure.position === null ? null : Math.min(where.to, failure.position + where.from);
    await onOutcome({ ...where, ...outcome, notices: [], position });
    return false;
  }
}

async function execute(execution: Execution, following: readonly ParsedStatement[], mode: RunMode): Promise<Executed> {
  const { run, statement } = execution;
  if (mode !== "run") return explainStatement(execution, mode);
  if (statement.kind === "TransactionStmt") return executeTransactionStatement(execution, following);
  return run.transaction ? executeInTransaction(execution, run.transaction) : executeAlone(execution);
}

function failureOf(error: unknown): FailedStatement | null {
  if (error instanceof StatementError) {
    const { message, sqlState, detail, hint, position } = error;
    // The code is the same for a timeout, which no user asked for.
    const isCancelled = sqlState === SQLSTATE.queryCanceled && !/timeout/i.test(message);
    return { status: isCancelled ? "cancelled" : "failed", sqlState, message, detail, hint, position };
  }
  if (error instanceof ServiceError) {
    return { ...NO_OFFSET, status: "failed", sqlState: null, message: error.message };
  }
  return null;
}

/** Rolls back a transaction that the text left open. */
async function abandonTransaction(run: RunSession): Promise<void> {
  const { transaction } = run;
  if (!transaction) return;
  const session = await run.session();
  const isRolledBack = await session.query("ROLLBACK").then(
    () => true,
    () => false,
  );
  if (isRolledBack) await run.settle(transaction.changes, "aborted");
}
