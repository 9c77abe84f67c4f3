import { hasPermission } from "@/lib/core/access/permissions";
import { refusedActor } from "@/lib/core/access/require-permission";
import { ServiceError } from "@/lib/core/errors";
import { databaseNotFound } from "@/lib/core/not-found";
import { noteSubject } from "@/lib/core/request-subject";
import { requireUsable } from "@/lib/hosting/databases/ready";
import type { SqlContext } from "./context";
import type { SqlDatabase } from "./database-lookup";

/**
 * Returns the database that a management key may run SQL in, and whether it may change data there. Throws
 * `missing_permission`, `key_scope_too_narrow`, `database_not_found`, `database_not_ready`.
 */
export async function requireSqlDatabase(
  ctx: SqlContext,
  databaseId: string,
): Promise<{ database: SqlDatabase; canWrite: boolean }> {
  const { actor } = ctx;
  const refused = refusedActor(actor, "data:read");
  if (actor.kind !== "management-key" || !hasPermission(actor.role, "data:read")) {
    throw new ServiceError("missing_permission", "This needs the permission data:read.", { refused });
  }
  if (actor.databaseId !== null && actor.databaseId !== databaseId) {
    throw new ServiceError("key_scope_too_narrow", "This key is limited to another database.", { refused });
  }
  const database = await ctx.managementKeys.findDatabase(actor.id, databaseId);
  if (database?.organisationId !== actor.organisationId) throw databaseNotFound();
  noteSubject(ctx, { databaseId });
  requireUsable(database);
  return { database, canWrite: !actor.readOnly && hasPermission(actor.role, "data:write") };
}
