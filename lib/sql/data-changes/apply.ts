import { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { type ApplySubject, applyByRows, applyWithRestorePoint, losesRows } from "./apply-changes";
import { describeRowChanges } from "./describe-row-changes";
import { NeedsRestorePointError, reasonToAsk } from "./needs-restore-point";
import { beginStatement, finishStatement } from "./record-statement";
import type { AppliedRowChanges } from "./resource";
import { RowChange } from "./row-change";
import { RowsNotKeptError } from "./rows-not-kept";

const MAX_CHANGES = 2_000;

export const ApplyRowChangesInput = DatabaseInput.extend({
  changes: z.array(RowChange).min(1).max(MAX_CHANGES),
  /** The caller knows that a restore point may be taken first, which ends the sessions of the database. */
  mayKeepDatabase: z.boolean().optional(),
});
type ApplyRowChangesInput = z.infer<typeof ApplyRowChangesInput>;

/**
 * Changes rows of tables, all or none. The change is kept for undo by its rows or, where triggers, rules or other
 * tables take part in it, by a restore point. Throws `database_not_found`, `change_conflict` when a row is gone or not
 * as expected, `NeedsRestorePointError` unless a restore point may be taken, `invalid_request` for a value that
 * Postgres refuses, `host_unavailable`.
 */
export async function applyRowChanges(ctx: Context, input: ApplyRowChangesInput): Promise<AppliedRowChanges> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const [first] = input.changes;
  if (!first) throw new ServiceError("invalid_request", "Nothing to change.");
  const command = first.kind.toUpperCase();
  const text = describeRowChanges(input.changes);
  const recorded = { organisationId, databaseId: database.id, text, command, isReadable: true };
  const statementId = await beginStatement(ctx, recorded);
  const subject: ApplySubject = { organisationId, database, statementId, command };
  const startedAt = performance.now();
  const durationMicros = () => Math.round((performance.now() - startedAt) * 1_000);
  try {
    const applied = await apply(ctx, subject, input);
    const { rowCount } = applied;
    const outcome = { status: "succeeded" as const, command, rowCount, durationMicros: durationMicros() };
    await finishStatement(ctx, { organisationId, statementId }, outcome);
    return applied;
  } catch (error) {
    const failure = asServiceError(error);
    const sqlState = error instanceof StatementError ? error.sqlState : null;
    const message = failure instanceof Error ? failure.message : String(failure);
    const outcome = { status: "failed" as const, sqlState, message, durationMicros: durationMicros() };
    await finishStatement(ctx, { organisationId, statementId }, outcome);
    throw failure;
  }
}

async function apply(
  ctx: Context,
  subject: ApplySubject,
  { changes, mayKeepDatabase = false }: ApplyRowChangesInput,
): Promise<AppliedRowChanges> {
  try {
    return await applyByRows(ctx, subject, changes);
  } catch (error) {
    if (!(error instanceof RowsNotKeptError)) throw error;
    if (!mayKeepDatabase) {
      const { organisationId, database } = subject;
      const point = { organisationId, databaseId: database.id, isProtected: losesRows(changes) };
      throw new NeedsRestorePointError(await reasonToAsk(ctx, point, error.message), error);
    }
    return applyWithRestorePoint(ctx, subject, changes);
  }
}

function asServiceError(error: unknown): unknown {
  if (!(error instanceof StatementError)) return error;
  if (error.sqlState === SQLSTATE.readOnlySqlTransaction) {
    const message = "The database is read-only: default_transaction_read_only is on for its role.";
    return new ServiceError("invalid_request", message, { cause: error });
  }
  return new ServiceError("invalid_request", [error.message, error.detail].filter(Boolean).join(". "), {
    cause: error,
  });
}
