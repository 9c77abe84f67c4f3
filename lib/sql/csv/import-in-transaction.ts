import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { inTransaction, isAlive } from "@/lib/sql/customer-session/in-transaction";
import { LOCK_TIMEOUT_MS, withCustomerSession } from "@/lib/sql/customer-session/open";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { captureStatement, relationName } from "@/lib/sql/data-changes/capture";
import {
  currentTransactionId,
  insertRestorePointChange,
  insertRowChange,
  settleChanges,
} from "@/lib/sql/data-changes/record";
import { auditStatement } from "@/lib/sql/data-changes/record-statement";
import { MAX_RECORDED_ROWS, type RecordedTable } from "@/lib/sql/data-changes/recorded-rows";
import { RowsNotKeptError } from "@/lib/sql/data-changes/rows-not-kept";
import { judge } from "@/lib/sql/grammar/effect";
import { parseStatements } from "@/lib/sql/grammar/parse";
import type { TableShape } from "@/lib/sql/tables/resource";
import { readTableShape } from "@/lib/sql/tables/shape";
import { badLines } from "./bad-lines";
import { findMissingValues, findRepeatedKeys } from "./find-lines";
import { MAX_TRANSFER_MS } from "./hold-transfer";
import type { ImportFile, ImportRowsInput, ImportSubject } from "./import-input";
import type { ImportedRows } from "./resource";
import { insertText, type StagedField, stagedFields, stageFile } from "./staging";

/**
 * Copies the file into a temporary table and inserts its rows, in one transaction: a process that is killed leaves
 * nothing. Throws `RowsNotKeptError` where a restore point is needed and there is none.
 */
export async function importInTransaction(
  ctx: Context,
  subject: ImportSubject,
  input: ImportFile,
): Promise<ImportedRows> {
  const { organisationId } = subject;
  const options = { statementTimeoutMs: MAX_TRANSFER_MS, lockTimeoutMs: LOCK_TIMEOUT_MS };
  const imported = await withCustomerSession(ctx, subject.database, options, async (session) => {
    const stop = () => void session.close();
    input.signal.addEventListener("abort", stop);
    const pending: string[] = [];
    try {
      input.signal.throwIfAborted();
      const work = async () => {
        await session.query("SET CONSTRAINTS ALL DEFERRED");
        const done = await importStaged(ctx, session, subject, input);
        if (done.changeId !== null) pending.push(done.changeId);
        if (input.isTrial) await session.query("SET CONSTRAINTS ALL IMMEDIATE");
        input.signal.throwIfAborted();
        return done;
      };
      return await inTransaction(session, "BEGIN", work, input.isTrial ? "ROLLBACK" : "COMMIT");
    } catch (error) {
      if (await isAlive(session)) await settleChanges(ctx, { organisationId, ids: pending }, "aborted");
      throw error;
    } finally {
      input.signal.removeEventListener("abort", stop);
    }
  });
  ctx.crashPoint("import.committed");
  const { changeId } = imported;
  if (changeId !== null) await settleChanges(ctx, { organisationId, ids: [changeId] }, "committed");
  return imported;
}

async function importStaged(
  ctx: Context,
  session: CustomerSession,
  subject: ImportSubject,
  input: ImportFile,
): Promise<ImportedRows> {
  if (input.createText !== undefined) await createTable(session, input, input.createText);
  // Values are written in UTC in the dashboard, and a date such as 03/04/2026 must not be guessed at.
  await session.query(
    "SELECT pg_catalog.set_config('TimeZone', 'UTC', true), pg_catalog.set_config('DateStyle', 'ISO, YMD', true)",
  );
  const staged = await inCatalog(session, async () => {
    const shape = await readTableShape(session, input);
    if (shape.kind !== "table" && shape.kind !== "partitioned table") {
      throw new ServiceError("invalid_request", `Rows can't be imported into a ${shape.kind}.`);
    }
    const fields = stagedFields(shape, input.columns);
    const rows = await stageFile(session, fields, input, input.body);
    const missing = await findMissingValues(session, fields, input.hasHeader);
    if (missing.length > 0) throw badLines(missing, { isMore: false });
    return { shape, fields, rows };
  });
  await input.onProgress({ phase: "copied", rows: staged.rows });
  const { rowCount, recorded } = await insertStaged(session, subject, input, staged);
  const counts = { rows: rowCount, skipped: input.mode === "skip" ? staged.rows - rowCount : 0 };
  if (input.isTrial) return { ...counts, changeId: null, isDatabaseKept: false };
  ctx.crashPoint("import.ran");
  const changeId = await record(ctx, session, subject, input, { recorded, ...counts });
  ctx.crashPoint("import.pending");
  return { ...counts, changeId, isDatabaseKept: changeId !== null && subject.restorePointId !== null };
}

/** Runs the CREATE TABLE that the user was shown. Throws `invalid_request` for any other statement. */
async function createTable(session: CustomerSession, input: ImportRowsInput, text: string): Promise<void> {
  const [statement, ...others] = await parseStatements(text).catch(() => []);
  const isIt =
    others.length === 0 &&
    statement?.kind === "CreateStmt" &&
    judge(statement).effect === "adds" &&
    relationName(statement) === quoteTable(input);
  if (!isIt || !statement) {
    throw new ServiceError("invalid_request", `The SQL must be one CREATE TABLE ${quoteTable(input)}.`);
  }
  await session.query(statement.text);
}

interface Staged {
  shape: TableShape;
  fields: readonly StagedField[];
  rows: number;
}

/** Inserts the staged rows; on a violated key or constraint it names the lines, where it can. */
async function insertStaged(
  session: CustomerSession,
  subject: ImportSubject,
  input: ImportRowsInput,
  { shape, fields, rows }: Staged,
): Promise<{ rowCount: number; recorded: readonly RecordedTable[] | null }> {
  const text = insertText(shape, quoteTable(shape), fields, input.mode);
  // A new table is undone by deleting it, and a trial by its ROLLBACK.
  const isKeptByRows = subject.restorePointId === null && input.createText === undefined && !input.mayKeepDatabase;
  if (isKeptByRows && rows > MAX_RECORDED_ROWS) throw new RowsNotKeptError("It changes more than 10,000 rows.");
  await session.query("SAVEPOINT before_insert");
  try {
    if (!isKeptByRows) return { rowCount: (await session.query(text)).rowCount ?? 0, recorded: null };
    const [statement] = await parseStatements(text);
    if (!statement) throw new TypeError("an INSERT without a statement");
    const { result, recorded } = await captureStatement(session, statement);
    return { rowCount: result.rowCount ?? 0, recorded };
  } catch (error) {
    const isKey =
      error instanceof StatementError &&
      (error.sqlState === SQLSTATE.uniqueViolation || error.sqlState === SQLSTATE.cardinalityViolation);
    if (!isKey) throw error;
    await session.query("ROLLBACK TO before_insert");
    const where = { hasHeader: input.hasHeader, isInserted: input.mode === "insert" };
    const repeated = await inCatalog(session, () => findRepeatedKeys(session, shape, fields, where));
    throw repeated.length > 0 ? badLines(repeated, { isMore: false }) : error;
  }
}

/** Records the audit rows and the change before the customer's transaction ends. Returns the id of the change. */
async function record(
  ctx: Context,
  session: CustomerSession,
  { organisationId, database, statementId, restorePointId }: ImportSubject,
  { schema, name, mode, fileName }: ImportRowsInput,
  { recorded, rows, skipped }: { recorded: readonly RecordedTable[] | null; rows: number; skipped: number },
): Promise<string | null> {
  if (statementId === null) throw new TypeError("an import without a statement");
  const transactionId = await currentTransactionId(session);
  const of = { organisationId, databaseId: database.id, statementId };
  const data = { name: `${schema}.${name}`, file: fileName, mode, rows, ...(skipped > 0 && { skipped }) };
  return withTransaction(ctx, async (tx) => {
    await auditStatement(tx, { ...of, command: "COPY" });
    await recordAudit(tx, { organisationId, action: "table.import", targetId: database.id, data });
    if (restorePointId !== null) return insertRestorePointChange(tx, of, { restorePointId, transactionId });
    return recorded && recorded.length > 0 ? insertRowChange(tx, of, { tables: recorded, transactionId }) : null;
  });
}
