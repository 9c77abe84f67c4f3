import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import type { ConnectionString } from "@/lib/hosting/databases/resource";
import { connectionStringOf } from "./connection-string";

/**
 * Returns the connection string, and records who asked for it. Throws `database_not_found`, `database_not_ready`, and
 * `conflict` when its password was changed by SQL.
 */
export async function revealConnectionString(
  ctx: Context,
  input: { databaseId: string },
): Promise<z.infer<typeof ConnectionString>> {
  const { organisationId } = requirePermission(ctx.actor, "credentials:reveal");
  const row = await getReadyDatabase(ctx, organisationId, input.databaseId);
  let connectionString = await connectionStringOf(ctx, row.id);
  let isSettled = false;
  while (await isRefused(ctx, row, connectionString)) {
    const stored = await connectionStringOf(ctx, row.id);
    if (isSettled && stored === connectionString) throw passwordChanged();
    connectionString = stored;
    // A rotation stores a password before the host has it, and is none of those under way from here on.
    await getReadyDatabase(ctx, organisationId, row.id);
    isSettled = true;
  }
  await recordAudit(ctx, { organisationId, action: "database.reveal_connection_string", targetId: row.id });
  return { connectionString };
}

/** Returns whether the host refuses the password. One that does not answer says nothing. */
async function isRefused(ctx: Context, row: { id: string; hostId: string }, connectionString: string) {
  try {
    const host = await ctx.hosts.get(row.hostId);
    return !(await host.acceptsPassword(row.id, new URL(connectionString).password));
  } catch (error) {
    ctx.log.debug({ err: error, databaseId: row.id }, "the password of a database could not be tried");
    return false;
  }
}

function passwordChanged(): ServiceError {
  return new ServiceError(
    "conflict",
    "The database's password was changed with SQL, so the stored connection string no longer works. Rotate the credential (rotate-credential) to get a new one.",
  );
}
