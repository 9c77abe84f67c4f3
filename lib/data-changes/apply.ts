import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { getReadyDatabase } from "@/lib/databases/internal";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { type TenantSession, TenantStatementError } from "@/lib/ports/tenant-session";
import { beginStatement, finishStatement } from "@/lib/statements/history";
import { RowsNotKeptError } from "./capture";
import { changeRows } from "./change-rows";
import { describeRowChanges } from "./describe-row-changes";
import { currentTransactionId, insertRowChange, settleChanges } from "./record";
import { countRows, type RecordedTable } from "./recorded-rows";
import { inWriteSession } from "./write-session";

const Values = z.record(z.string(), z.string().nullable());
const Table = z.object({ schema: z.string(), name: z.string() });

/** Values are text as Postgres reads it. `expected` are columns as they were seen. */
export const RowChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("insert"), table: Table, values: Values }),
  z.object({ kind: z.literal("update"), table: Table, key: Values, values: Values, expected: Values.optional() }),
  z.object({ kind: z.literal("delete"), table: Table, key: Values, expected: Values.optional() }),
]);
export type RowChange = z.infer<typeof RowChange>;

/**
 * Changes rows of tables, all or none, kept for undo. Only tables whose rows tell all that happens can be changed so:
 * one with triggers is not. Throws `database_not_found`, `change_conflict` when a row is gone or not as expected,
 * `invalid_request` for what Postgres refuses, `host_unavailable`.
 */
export async function applyRowChanges(
  ctx: Context,
  input: { databaseId: string; changes: readonly RowChange[] },
): Promise<{ changeId: string; rowCount: number }> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const [first] = input.changes;
  if (!first) throw new ServiceError("invalid_request", "There is nothing to change.");
  const command = first.kind.toUpperCase();
  const subject = { organisationId, databaseId: database.id };
  const text = describeRowChanges(input.changes);
  const statementId = await beginStatement(ctx, { ...subject, text, command, isReadable: true });
  const startedAt = performance.now();
  const durationMicros = () => Math.round((performance.now() - startedAt) * 1_000);
  let rowCount = 0;
  try {
    const work = async (session: TenantSession) => {
      const recorded = await changeRows(session, input.changes);
      rowCount = countRows(recorded);
      return record(ctx, { ...subject, statementId, command }, session, recorded);
    };
    const abort = (id: string) => settleChanges(ctx, [id], "aborted");
    const changeId = await inWriteSession(ctx, database, work, abort);
    ctx.crashPoint("apply.committed");
    await settleChanges(ctx, [changeId], "committed");
    await finishStatement(ctx, statementId, {
      status: "succeeded",
      command,
      rowCount,
      durationMicros: durationMicros(),
    });
    return { changeId, rowCount };
  } catch (error) {
    const failure = asServiceError(error);
    const sqlState = error instanceof TenantStatementError ? error.sqlState : null;
    const message = failure instanceof Error ? failure.message : String(failure);
    const outcome = { status: "failed" as const, sqlState, message, durationMicros: durationMicros() };
    await finishStatement(ctx, statementId, outcome);
    throw failure;
  }
}

async function record(
  ctx: Context,
  { command, ...subject }: { organisationId: string; databaseId: string; statementId: string; command: string },
  session: TenantSession,
  tables: readonly RecordedTable[],
): Promise<string> {
  const transactionId = await currentTransactionId(session);
  ctx.crashPoint("apply.ran");
  const id = await withTransaction(ctx, async (tx) => {
    await recordAudit(tx, {
      organisationId: subject.organisationId,
      action: "database.run_statement",
      targetId: subject.databaseId,
      data: { statementId: subject.statementId, command },
    });
    return insertRowChange(tx, subject, { tables, transactionId });
  });
  ctx.crashPoint("apply.pending");
  return id;
}

function asServiceError(error: unknown): unknown {
  if (error instanceof RowsNotKeptError) {
    const message = `The change cannot be taken back by its rows alone, so it was not made: ${error.message} Use the SQL editor, which takes a restore point first.`;
    return new ServiceError("conflict", message, { cause: error });
  }
  if (!(error instanceof TenantStatementError)) return error;
  return new ServiceError("invalid_request", [error.message, error.detail].filter(Boolean).join(". "), {
    cause: error,
  });
}
