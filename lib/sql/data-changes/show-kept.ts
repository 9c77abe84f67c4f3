import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { type Kept, readKept } from "@/lib/hosting/kept-bytes/read";

/**
 * Returns the bytes that the organisation keeps, and how much of it is undo data of this database. Throws
 * `database_not_found`.
 */
export async function showKept(ctx: Context, input: { databaseId: string }): Promise<Kept & { undoBytes: number }> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const [kept, undo] = await Promise.all([
    readKept(ctx, organisationId),
    ctx.db.dataChange.aggregate({ where: { databaseId }, _sum: { sizeBytes: true } }),
  ]);
  return { ...kept, undoBytes: undo._sum.sizeBytes ?? 0 };
}
