import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { openPassword } from "@/lib/hosting/databases/password";
import { requireUsable } from "@/lib/hosting/databases/ready";
import type { SqlContext } from "@/lib/sql/over-http/context";

type Needed = Pick<SqlContext, "sqlDatabases"> & Pick<Context, "hosts" | "sealer">;

/**
 * Opens a session in a project's database for its functions, as the database's own role. Throws `database_not_found`,
 * `database_not_ready`, `over_quota`, `conflict`, `host_unavailable`.
 */
export async function openFunctionDatabase(ctx: Needed, databaseId: string): Promise<RawSession> {
  const database = await ctx.sqlDatabases.find(databaseId);
  if (!database) throw new ServiceError("database_not_found", "The project's database doesn't exist.");
  requireUsable(database);
  const host = await ctx.hosts.get(database.hostId);
  const login = { role: database.id, password: openPassword(ctx, database) };
  const session = await host.connectRaw(database.id, login, { applicationName: "function", settings: {} });
  if (session) return session;
  throw new ServiceError("conflict", "The database's password was changed with SQL. Rotate it first.");
}
