import { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { queueScheduledRestorePoint } from "./queue-scheduled";
import { SCHEDULES, type Schedule } from "./resource";

export const SetRestoreScheduleInput = DatabaseInput.extend({ schedule: z.enum(SCHEDULES) });

/**
 * Sets how often a restore point of a database is made automatically; the first is made immediately. Throws
 * `database_not_found`.
 */
export async function setRestoreSchedule(
  ctx: Context,
  input: z.infer<typeof SetRestoreScheduleInput>,
): Promise<{ schedule: Schedule }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  return withTransaction(ctx, async (tx) => {
    const { id, status } = await getDatabaseInOrganisation(tx, organisationId, input.databaseId);
    const data = { restoreSchedule: input.schedule };
    await tx.db.database.update({ where: { id }, data, select: { id: true } });
    await recordAudit(tx, {
      organisationId,
      action: "database.set_restore_schedule",
      targetId: id,
      data: { schedule: input.schedule },
    });
    if (input.schedule !== "off" && status === "ready")
      await queueScheduledRestorePoint(tx, { databaseId: id, owner: organisationId });
    return { schedule: input.schedule };
  });
}
