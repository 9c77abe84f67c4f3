import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteIfUnused } from "@/lib/hosting/restore-points/delete-unused";
import { NeedsRestorePointError, reasonToAsk } from "@/lib/sql/data-changes/needs-restore-point";
import { beginStatement, finishStatement } from "@/lib/sql/data-changes/record-statement";
import { RowsNotKeptError } from "@/lib/sql/data-changes/rows-not-kept";
import { holdTransfer } from "./hold-transfer";
import { importInTransaction } from "./import-in-transaction";
import type { ImportFile, ImportSubject } from "./import-input";
import { importText } from "./import-text";
import type { ImportedRows } from "./resource";

const COMMAND = "COPY";

/**
 * Inserts or updates a row for each line of a file, all or none, and reports how far it is. Up to 10,000 rows are kept
 * for undo; for more, a restore point is taken first, as it is if triggers, rules or other tables take part. Throws
 * `invalid_request` with the lines that cannot be imported, `NeedsRestorePointError` unless one may be taken,
 * `rate_limited`, `over_quota`, `database_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function importRows(ctx: Context, input: ImportFile): Promise<ImportedRows> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const release = holdTransfer(ctx, { id: database.id, organisationId });
  try {
    const subject = { organisationId, database, statementId: null, restorePointId: null };
    const imported = input.isTrial ? await importWith(ctx, subject, input) : await importRecorded(ctx, subject, input);
    await input.onProgress({ phase: "done", ...imported });
    return imported;
  } finally {
    release();
  }
}

/** Imports, with a line in the history that tells how it ended. */
async function importRecorded(ctx: Context, subject: ImportSubject, input: ImportFile): Promise<ImportedRows> {
  const { organisationId, database } = subject;
  const text = importText(input);
  const recorded = { organisationId, databaseId: database.id, text, command: COMMAND, isReadable: true };
  const statementId = await beginStatement(ctx, recorded);
  const startedAt = performance.now();
  const durationMicros = () => Math.round((performance.now() - startedAt) * 1_000);
  try {
    const imported = await importKept(ctx, { ...subject, statementId }, input);
    const outcome = { status: "succeeded" as const, command: COMMAND, rowCount: imported.rows };
    await finishStatement(ctx, { organisationId, statementId }, { ...outcome, durationMicros: durationMicros() });
    return imported;
  } catch (error) {
    const status = input.signal.aborted || error instanceof NeedsRestorePointError ? "cancelled" : "failed";
    const message = error instanceof Error ? error.message : String(error);
    const outcome = { status, sqlState: null, message, durationMicros: durationMicros() } as const;
    await finishStatement(ctx, { organisationId, statementId }, outcome);
    throw error;
  }
}

/** Imports after a restore point, where one may be taken; it is deleted when nothing was imported. */
async function importKept(ctx: Context, subject: ImportSubject, input: ImportFile): Promise<ImportedRows> {
  if (!input.mayKeepDatabase || input.createText !== undefined) return importWith(ctx, subject, input);
  const { organisationId, database, statementId } = subject;
  const wanted = {
    databaseId: database.id,
    name: `Before an import into ${input.name}`.slice(0, 80).toWellFormed(),
    origin: "before-change" as const,
    isProtected: input.mode === "update",
  };
  const { id: restorePointId } = await createRestorePoint(ctx, {
    ...wanted,
    ...(statementId !== null && { statementId }),
  });
  ctx.crashPoint("import.kept");
  try {
    return await importWith(ctx, { ...subject, restorePointId }, input);
  } catch (error) {
    await deleteIfUnused(ctx, { organisationId, databaseId: database.id, hostId: database.hostId, restorePointId });
    throw error;
  }
}

async function importWith(ctx: Context, subject: ImportSubject, input: ImportFile): Promise<ImportedRows> {
  try {
    return await importInTransaction(ctx, subject, input);
  } catch (error) {
    if (input.signal.aborted) {
      throw new ServiceError("request_timeout", "The import was cancelled. Nothing was imported.", { cause: error });
    }
    if (error instanceof RowsNotKeptError) {
      const { organisationId, database } = subject;
      const point = { organisationId, databaseId: database.id, isProtected: input.mode === "update" };
      throw new NeedsRestorePointError(await reasonToAsk(ctx, point, error.message), error);
    }
    throw error instanceof StatementError ? refusalOf(error) : error;
  }
}

function refusalOf(error: StatementError): ServiceError {
  const cause = { cause: error };
  if (error.sqlState === SQLSTATE.readOnlySqlTransaction) {
    return new ServiceError("over_quota", "This database is read-only, so nothing can be imported.", cause);
  }
  if (error.sqlState === SQLSTATE.lockNotAvailable) {
    return new ServiceError("conflict", "Another session has locked the table. Try again when it's done.", cause);
  }
  if (error.sqlState === SQLSTATE.queryCanceled) {
    return new ServiceError("request_timeout", "Nothing was imported: it took longer than 15 minutes.", cause);
  }
  const text = [error.message, error.detail].filter(Boolean).join(". ").replace(/\.$/, "");
  return new ServiceError("invalid_request", `Nothing was imported. PostgreSQL refused it: ${text}.`, cause);
}
