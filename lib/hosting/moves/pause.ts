import type { Context } from "@/lib/core/context";
import type { HostSession } from "@/lib/core/ports/database-host";
import { dropShellConnectionsOf } from "@/lib/hosting/databases/drop-shell-connections";

/**
 * Keeps all clients out of a database, as the host's guard does with one that it closes, and ends their sessions.
 * Objects that psql logins and functions have made in it belong to the database's role then. The caller holds the lock.
 */
export async function keepOut(ctx: Context, session: HostSession, databaseId: string): Promise<void> {
  await session.forbidLogin(databaseId, await pooledRolesOf(ctx, databaseId));
  await dropShellConnectionsOf(ctx, session, databaseId, { keepsPooled: true });
  await session.endSessions(databaseId);
  const roles = await session.move.listRolesIn(databaseId);
  if (roles.some(({ kind }) => kind === "function")) await session.takeOverFromFunctions(databaseId);
}

/** Lets the clients in again. The caller holds the lock. */
export async function letIn(ctx: Context, session: HostSession, databaseId: string): Promise<void> {
  await session.allowLogin(databaseId, await pooledRolesOf(ctx, databaseId));
}

/** Returns the role by which a pooler's clients sign in, if there is one. */
export async function pooledRolesOf(ctx: Context, databaseId: string): Promise<string[]> {
  const rows = await ctx.db.shellRole.findMany({ where: { databaseId, expiresAt: null }, select: { id: true } });
  return rows.map(({ id }) => id);
}
