import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { databaseNotFound } from "@/lib/core/not-found";
import { findDescendants } from "./descendants";
import { ORIGIN_COLUMNS, toDatabaseWithOrigin } from "./origin";
import type { DatabaseWithOrigin, ListedDatabase } from "./resource";
import { withActivity } from "./with-activity";

export interface DatabaseWithBranches {
  /** The database; `hasParent` tells whether the database it was branched from still exists. */
  database: DatabaseWithOrigin & { hasParent: boolean };
  /** Its branches and theirs, newest first, as many as one page holds. */
  branches: ListedDatabase[];
  /** Whether there are more branches than are listed. */
  isCut: boolean;
}

/** Returns a database with its branches, as the dashboard shows them. Throws `database_not_found`. */
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
    branches: await withActivity(ctx, organisationId, (await find(ids)).map(toDatabaseWithOrigin)),
    isCut,
  };
}
