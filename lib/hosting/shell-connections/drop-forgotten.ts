import type { Context } from "@/lib/core/context";
import type { DatabaseHost } from "@/lib/core/ports/database-host";

/**
 * Drops expired shell roles that no row names, as after the control plane was restored from a backup, where their
 * database is this control plane's. Another control plane with the same database would drop them too
 * (docs/decisions/054). Returns their ids; one whose database is being changed waits for the next run.
 */
export async function dropForgottenShellConnections(
  ctx: Context,
  host: DatabaseHost,
  { hostId, orphans }: { hostId: string; orphans: readonly string[] },
): Promise<string[]> {
  if (orphans.length === 0) return [];
  const forgotten = (await host.listExpiredShellRoles()).filter(({ id }) => orphans.includes(id));
  const dropped: string[] = [];
  for (const { id, databaseId } of forgotten) {
    if ((await ctx.db.database.count({ where: { id: databaseId, hostId } })) === 0) continue;
    try {
      if (await drop(ctx, host, { id, databaseId })) dropped.push(id);
    } catch (error) {
      ctx.log.error({ err: error, shellRoleId: id }, "a forgotten shell role could not be dropped yet");
    }
  }
  return dropped;
}

async function drop(ctx: Context, host: DatabaseHost, role: { id: string; databaseId: string }): Promise<boolean> {
  const isDone = await host.tryLock([role.databaseId], async (session) => {
    // A new shell connection has its row before its role, under the same lock.
    if ((await ctx.db.shellRole.count({ where: { id: role.id } })) > 0) return false;
    return (await session.dropShellRole(role)).isDropped;
  });
  return isDone === true;
}
