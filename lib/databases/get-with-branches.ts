import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { databaseNotFound, VISIBLE } from "./internal";
import type { DatabaseWithOrigin } from "./list-with-origin";
import { BRANCH_COLUMNS, toDatabase } from "./resource";

export interface DatabaseWithBranches {
  /** `hasParent`: what it was branched from is still there. */
  database: DatabaseWithOrigin & { hasParent: boolean };
  /** Oldest first. */
  branches: DatabaseWithOrigin[];
}

/** What the dashboard shows of one database. Throws `database_not_found`. */
export async function getDatabaseWithBranches(
  ctx: Context,
  { databaseId }: { databaseId: string },
): Promise<DatabaseWithBranches> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const find = (where: { id: string } | { parentDatabaseId: string }) =>
    ctx.db.database.findMany({
      where: { ...where, organisationId, ...VISIBLE },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: BRANCH_COLUMNS,
    });
  const [[row], branches] = await Promise.all([find({ id: databaseId }), find({ parentDatabaseId: databaseId })]);
  if (!row) throw databaseNotFound();
  const parents = row.parentDatabaseId === null ? [] : await find({ id: row.parentDatabaseId });
  return {
    database: { ...withOrigin(row), hasParent: parents.length > 0 },
    branches: branches.map(withOrigin),
  };
}

function withOrigin(
  row: Parameters<typeof toDatabase>[0] & { parentName: string | null; parentDatabaseId: string | null },
): DatabaseWithOrigin {
  return { ...toDatabase(row), parentName: row.parentName, parentDatabaseId: row.parentDatabaseId };
}
