import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";

const MAX_ITEMS = 50;

export interface DatabaseDeployment {
  id: string;
  /** The function's name. */
  name: string;
  version: number;
  message: string;
  /** Since when the version answered. ISO 8601, UTC. */
  activatedAt: string;
}

/** Returns the latest deployments of the project whose database it is, newest first. Throws `database_not_found`. */
export async function listDatabaseDeployments(
  ctx: Context,
  input: { databaseId: string },
): Promise<DatabaseDeployment[]> {
  const { organisationId } = requirePermission(ctx.actor, "functions:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const rows = await ctx.db.functionDeployment.findMany({
    where: {
      activatedAt: { not: null },
      function: { project: { databaseId, organisationId, deletedAt: null } },
    },
    orderBy: [{ activatedAt: "desc" }, { id: "desc" }],
    take: MAX_ITEMS,
    select: { id: true, number: true, message: true, activatedAt: true, function: { select: { name: true } } },
  });
  return rows.flatMap(({ id, number: version, message, activatedAt, function: { name } }) =>
    activatedAt === null ? [] : [{ id, name, version, message, activatedAt: activatedAt.toISOString() }],
  );
}
