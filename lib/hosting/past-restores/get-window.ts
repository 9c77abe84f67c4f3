import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { BackupContext } from "./context";
import type { RestoreWindow } from "./resource";
import { readWindow } from "./window";

/** Returns the times as which a database can be restored; `null` where there are none. Throws `database_not_found`. */
export async function getRestoreWindow(
  ctx: BackupContext,
  input: { databaseId: string },
): Promise<RestoreWindow | null> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const { id } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  return readWindow(ctx, id);
}
