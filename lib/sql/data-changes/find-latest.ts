import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { LatestChange } from "./resource";

/** Returns the state of each committed or undone change, followed through its undos. Throws `database_not_found`. */
export async function findLatestChanges(
  ctx: Context,
  input: { databaseId: string; changeIds: readonly string[] },
): Promise<Map<string, LatestChange>> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const latest = new Map<string, LatestChange>();
  let followed = new Map(input.changeIds.map((id) => [id, id]));
  for (let isUndone = false; followed.size > 0; isUndone = !isUndone) {
    const rows = await ctx.db.dataChange.findMany({
      where: { databaseId, id: { in: [...followed.keys()] }, status: { in: ["committed", "undone"] } },
      select: { id: true, status: true, undoneById: true, rowCount: true, restorePoint: { select: { status: true } } },
    });
    const next = new Map<string, string>();
    for (const row of rows) {
      const first = followed.get(row.id) ?? row.id;
      // Rows are kept with their change; a restore point may be gone before it.
      const canBeUndone = row.rowCount > 0 || row.restorePoint?.status === "ready";
      if (row.status === "committed") latest.set(first, { id: canBeUndone ? row.id : null, isUndone });
      else if (row.undoneById !== null) next.set(row.undoneById, first);
      // A restore of the whole database is undone by its own restore points, not by this change.
      else latest.set(first, { id: null, isUndone: !isUndone });
    }
    followed = next;
  }
  return latest;
}
