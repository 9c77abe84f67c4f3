import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import type { ConnectionString } from "@/lib/hosting/databases/resource";
import { connectionStringOf, connectionStringsOf } from "./connection-string";
import { ensurePooledRole } from "./pooled-role";
import { isRefused } from "./refused";

/**
 * Returns the connection strings, and records the member who asked for them. Throws `database_not_found`,
 * `database_not_ready`,
 * `host_unavailable` where the pooled role can't be made, and `conflict` when the password was changed by SQL.
 */
export async function revealConnectionString(
  ctx: Context,
  input: { databaseId: string },
): Promise<z.infer<typeof ConnectionString>> {
  const { organisationId } = requirePermission(ctx.actor, "credentials:reveal");
  const row = await getReadyDatabase(ctx, organisationId, input.databaseId);
  let connectionString = await connectionStringOf(ctx, row.id);
  let isSettled = false;
  while (await isRefused(ctx, row, new URL(connectionString).password)) {
    const stored = await connectionStringOf(ctx, row.id);
    if (isSettled && stored === connectionString) throw passwordChanged();
    connectionString = stored;
    // A rotation stores a password before the host has it, and is none of those under way from here on.
    await getReadyDatabase(ctx, organisationId, row.id);
    isSettled = true;
  }
  await ensurePooledRole(ctx, row);
  await recordAudit(ctx, { organisationId, action: "database.reveal_connection_string", targetId: row.id });
  return connectionStringsOf(ctx, row.id);
}

function passwordChanged(): ServiceError {
  return new ServiceError(
    "conflict",
    "The database's password was changed with SQL, so the stored connection string no longer works. Rotate the credential (rotate-credential) to get a new one.",
  );
}
