import type { z } from "zod";
import { getDatabaseInOrganisation, VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { BRANCH_COLUMNS, type BranchList, toBranch } from "@/lib/hosting/databases/resource";

/** Returns every branch of the database, oldest first. Throws `database_not_found`. */
export async function listBranches(ctx: Context, input: { databaseId: string }): Promise<z.infer<typeof BranchList>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const rows = await ctx.db.database.findMany({
    where: { organisationId, parentDatabaseId: input.databaseId, ...VISIBLE },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: BRANCH_COLUMNS,
  });
  return { items: rows.map(toBranch) };
}
