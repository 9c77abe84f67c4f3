import { recordAudit } from "@/lib/audit/record";
import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { getDatabaseInOrganisation } from "@/lib/databases/internal";
import { withTransaction } from "@/lib/db/transaction";
import type { Schedule } from "./schedule";

/** How often a restore point of a database is made by itself. Throws `database_not_found`. */
export async function setRestoreSchedule(
  ctx: Context,
  input: { databaseId: string; schedule: Schedule },
): Promise<{ schedule: Schedule }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  return withTransaction(ctx, async (tx) => {
    const { id } = await getDatabaseInOrganisation(tx, organisationId, input.databaseId);
    const data = { restoreSchedule: input.schedule };
    await tx.db.database.update({ where: { id }, data, select: { id: true } });
    await recordAudit(tx, {
      organisationId,
      action: "database.set_restore_schedule",
      targetId: id,
      data: { schedule: input.schedule },
    });
    return { schedule: input.schedule };
  });
}
