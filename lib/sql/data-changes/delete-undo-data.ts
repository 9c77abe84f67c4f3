import { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { DatabaseInput } from "@/lib/hosting/databases/name";

export const DeleteUndoDataInput = DatabaseInput.extend({
  /** Younger changes can still be undone. */
  olderThan: z.enum(["week", "day", "now"]),
});

const DAY_MS = 86_400_000;
const AGES = { week: 7 * DAY_MS, day: DAY_MS, now: 0 } as const;

/**
 * Deletes the data that would undo older changes of a database, which gives back their room; their statements stay in
 * the history, and restore points stay. Throws `missing_permission`, `database_not_found`.
 */
export async function deleteUndoData(
  ctx: Context,
  input: z.infer<typeof DeleteUndoDataInput>,
): Promise<{ changes: number }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  return withTransaction(ctx, async (tx) => {
    const { id: databaseId } = await getDatabaseInOrganisation(tx, organisationId, input.databaseId);
    const { olderThan } = input;
    const before = new Date(tx.clock.now().getTime() - AGES[olderThan]);
    const { count: changes } = await tx.db.dataChange.deleteMany({
      where: {
        organisationId,
        databaseId,
        restorePointId: null,
        status: { not: "pending" },
        createdAt: { lte: before },
      },
    });
    const data = { olderThan, changes };
    await recordAudit(tx, { organisationId, action: "database.delete_undo_data", targetId: databaseId, data });
    return { changes };
  });
}
