import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { databaseNotFound } from "@/lib/core/not-found";
import { ORIGIN_COLUMNS, toDatabaseWithOrigin } from "./origin";
import type { DatabaseWithParent } from "./resource";

/** Returns a database with the one it is a branch of. Throws `database_not_found`. */
export async function getDatabaseWithParent(
  ctx: Context,
  { databaseId }: { databaseId: string },
): Promise<DatabaseWithParent> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const find = (id: string) =>
    ctx.db.database.findFirst({ where: { id, organisationId, ...VISIBLE }, select: ORIGIN_COLUMNS });
  const row = await find(databaseId);
  if (!row) throw databaseNotFound();
  const parent = row.parentDatabaseId === null ? null : await find(row.parentDatabaseId);
  return { ...toDatabaseWithOrigin(row), parent: parent && { id: parent.id, name: parent.name } };
}
