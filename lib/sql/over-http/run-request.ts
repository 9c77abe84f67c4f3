import type { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { STATEMENT_TIMEOUT_MS } from "./pooled-session";
import { ISOLATION_LEVELS, type SqlRequest, type SqlStatement, type SqlTransaction } from "./request";
import { requireForReaders } from "./require-for-readers";
import { AnswerSize, ResultJson, tooLarge } from "./result-json";
import { maySendTogether } from "./sent-together";
import { sqlError } from "./sql-error";

/**
 * Runs the statements of a request and returns the answer as JSON. Throws `sql_error`, `response_too_large`,
 * `host_unavailable`.
 */
export function runRequest(
  session: CustomerSession,
  { statements, transaction }: SqlRequest,
  patienceMs = STATEMENT_TIMEOUT_MS,
): Promise<string> {
  return asSqlErrors(async () => {
    const size = new AnswerSize();
    const [first] = statements;
    if (!transaction) return first ? runStatement(session, first, size, LAST) : "";
    return batchOf(
      await inTransaction(session, { ...transaction, end: "COMMIT", patienceMs }, () =>
        maySendTogether(statements.map(({ text }) => text))
          ? runTogether(session, statements, size)
          : runAll(session, statements, size),
      ),
    );
  });
}

/**
 * Does the same for callers who may only read: in a transaction that can change nothing, and whose end keeps its
 * effects in passing, such as `pg_notify`, from everybody.
 */
export function runReadOnly(session: CustomerSession, { statements, transaction }: SqlRequest): Promise<string> {
  return asSqlErrors(async () => {
    for (const { text } of statements) await requireForReaders(text);
    const size = new AnswerSize();
    const how = { end: "ROLLBACK", patienceMs: STATEMENT_TIMEOUT_MS } as const;
    const readOnly = { isolationLevel: null, deferrable: false, ...transaction, ...how, readOnly: true };
    const results = await inTransaction(session, readOnly, () => runAll(session, statements, size));
    return transaction ? batchOf(results) : (results[0] ?? "");
  });
}

function batchOf(results: readonly string[]): string {
  return `{"results":[${results.join(",")}]}`;
}

async function asSqlErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw error.sqlState === null ? tooLarge() : sqlError(error);
  }
}

const LAST = { thenReset: true };

async function runStatement(
  session: CustomerSession,
  { text, values, form, hasArrays }: SqlStatement,
  size: AnswerSize,
  options?: typeof LAST,
): Promise<string> {
  const result = new ResultJson(form, size);
  try {
    return result.end(await session.stream(text, values, result, options));
  } catch (error) {
    throw hinted(error, hasArrays);
  }
}

/** Does the same as `runAll` for statements of which none can end the transaction (docs/decisions/237). */
async function runTogether(session: CustomerSession, statements: readonly SqlStatement[], size: AnswerSize) {
  const sinks = statements.map(({ form }) => new ResultJson(form, size));
  const streamed = statements.map(({ text, values }, index) => ({ text, values, sink: sinks[index] ?? NO_ROWS }));
  const ends = await session.streamTogether(streamed);
  return ends.map((end, index) => {
    if (end.status === "rejected") throw hinted(end.reason, statements[index]?.hasArrays === true);
    return sinks[index]?.end(end.value) ?? "";
  });
}

const ARRAY_HINT = "An array among params is an array literal. For json and jsonb, send the text of the JSON.";

function isInvalidJson(error: unknown): error is StatementError {
  return (
    error instanceof StatementError &&
    error.sqlState === SQLSTATE.invalidTextRepresentation &&
    / json/.test(error.message)
  );
}

function hinted(error: unknown, hasArrays: boolean): unknown {
  return hasArrays && isInvalidJson(error) ? withHint(error) : error;
}

function withHint(error: StatementError): StatementError {
  const { message, sqlState, detail, position, context, sent } = error;
  const hinted = sent && { ...sent, hint: ARRAY_HINT };
  return new StatementError(message, { sqlState, detail, position, context, sent: hinted, hint: ARRAY_HINT }, error);
}

async function runAll(session: CustomerSession, statements: readonly SqlStatement[], size: AnswerSize) {
  const results: string[] = [];
  for (const statement of statements) {
    results.push(await runStatement(session, statement, size));
    if (!session.isInTransaction) throw endedEarly(results.length);
  }
  return results;
}

/** The transaction of a request that fails is rolled back when its session is reset. */
async function inTransaction<T>(
  session: CustomerSession,
  { end, patienceMs, ...transaction }: SqlTransaction & { end: "COMMIT" | "ROLLBACK"; patienceMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const endPatience = startPatience(patienceMs, () => session.abort(tookTooLong(patienceMs)));
  try {
    await session.stream(beginOf(transaction), [], NO_ROWS);
    // Once a snapshot is taken, Postgres lets nothing in the transaction make it writable again.
    if (transaction.readOnly) await session.stream("SELECT 1", [], NO_ROWS);
    const answer = await work();
    await session.stream(end, [], NO_ROWS, LAST);
    return answer;
  } finally {
    endPatience();
  }
}

const NO_ROWS = { begin: () => undefined, add: () => undefined };

function beginOf({ isolationLevel, readOnly, deferrable }: SqlTransaction): string {
  const level = isolationLevel === null ? "" : ` ISOLATION LEVEL ${ISOLATION_LEVELS[isolationLevel]}`;
  return `BEGIN${level}${readOnly ? " READ ONLY" : ""}${deferrable ? " DEFERRABLE" : ""}`;
}

function tookTooLong(milliseconds: number): ServiceError {
  const message = `Stopped: the statements of a request are limited to ${milliseconds / 1_000} seconds together.`;
  return sqlError(new StatementError(message, { sqlState: SQLSTATE.queryCanceled }));
}

/** A statement after COMMIT or ROLLBACK in the list would not be part of the transaction. */
function endedEarly(ran: number): StatementError {
  return new StatementError(`Statement ${ran} ended the transaction, so the ones after it weren't run.`, {
    sqlState: SQLSTATE.invalidTransactionTermination,
    hint: "Leave COMMIT and ROLLBACK out: the transaction is committed after the last statement.",
  });
}
