import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import type { Permission } from "@/lib/core/access/permissions";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { SavedQueryRow } from "./resource";

/** Returns the database's organisation. Throws without the permission there, `database_not_found` to strangers. */
export async function requireQueries(ctx: Context, databaseId: string, permission: Permission): Promise<string> {
  const { organisationId } = requirePermission(ctx.actor, permission);
  await getDatabaseInOrganisation(ctx, organisationId, databaseId);
  return organisationId;
}

/** Returns the row, reached through its organisation and database. Throws `not_found`. */
export async function getQueryRow(
  ctx: Context,
  { queryId, ...place }: { organisationId: string; databaseId: string; queryId: string },
): Promise<SavedQueryRow> {
  const row = await ctx.db.savedQuery.findFirst({ where: { id: queryId, ...place } });
  if (!row) throw new ServiceError("not_found", "Saved query not found. Someone may have deleted it.");
  return row;
}

export function queryNameTaken(name: string): ServiceError {
  return new ServiceError("name_taken", `This database already has a saved query named ${JSON.stringify(name)}.`);
}
