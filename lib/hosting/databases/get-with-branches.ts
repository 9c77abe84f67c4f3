import { databaseNotFound, VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { findDescendants } from "./descendants";
import { ORIGIN_COLUMNS, toDatabaseWithOrigin } from "./origin";
import type { DatabaseWithOrigin } from "./resource";

export interface DatabaseWithBranches {
  /** `hasParent`: what it was branched from is still there. */
  database: DatabaseWithOrigin & { hasParent: boolean };
  /** Taken from it, or from one of its branches; newest first, and no more than one page holds. */
  branches: DatabaseWithOrigin[];
  /** There are more branches than are listed. */
  isCut: boolean;
}

/** What the dashboard shows of one database. Throws `database_not_found`. */
export async function getDatabaseWithBranches(
  ctx: Context,
  { databaseId }: { databaseId: string },
): Promise<DatabaseWithBranches> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const find = (ids: string[]) =>
    ctx.db.database.findMany({
      where: { id: { in: ids }, organisationId, ...VISIBLE },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: ORIGIN_COLUMNS,
    });
  const [row] = await find([databaseId]);
  if (!row) throw databaseNotFound();
  const { ids, isCut } = await findDescendants(ctx, organisationId, [databaseId]);
  const parents = row.parentDatabaseId === null ? [] : await find([row.parentDatabaseId]);
  return {
    database: { ...toDatabaseWithOrigin(row), hasParent: parents.length > 0 },
    branches: (await find(ids)).map(toDatabaseWithOrigin),
    isCut,
  };
}
