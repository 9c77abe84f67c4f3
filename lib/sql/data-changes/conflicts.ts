import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { applyRecordedRows } from "./apply-rows";
import { asConflict, ChangeConflictError, type Conflict } from "./change-conflict";
import { inverseOf, openRows } from "./recorded-rows";
import { getCommittedChange } from "./undo";
import { inTrialSession, UNDOING } from "./write-session";

/**
 * Returns the rows and any other reason that prevent the undo of a change; the undo is tried and rolled back. Throws
 * `database_not_found`, `not_found`, `conflict`, `host_unavailable`.
 */
export async function findConflicts(
  ctx: Context,
  input: { databaseId: string; changeId: string },
): Promise<{ conflicts: readonly Conflict[]; message: string | null }> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const change = await getCommittedChange(ctx, { databaseId: database.id, changeId: input.changeId });
  if (change.rows === null) {
    throw new ServiceError("conflict", "Undoing this restores the whole database, including everything changed since.");
  }
  const tables = inverseOf(openRows(ctx, change.id, change.rows));
  try {
    await inTrialSession(
      ctx,
      database,
      async (session) => {
        for (const table of tables) await applyRecordedRows(session, table);
      },
      UNDOING,
    );
    return { conflicts: [], message: null };
  } catch (error) {
    const conflict = asConflict(error);
    if (!(conflict instanceof ChangeConflictError)) throw error;
    return { conflicts: conflict.conflicts, message: conflict.message };
  }
}
