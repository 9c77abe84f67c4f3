import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import type { DatabaseHost, HostSession } from "@/lib/core/ports/database-host";
import { dropWithSession } from "@/lib/hosting/databases/drop-shell-connections";
import { openPassword } from "@/lib/hosting/databases/password";

interface ShellRole {
  id: string;
  databaseId: string;
  organisationId: string;
}

/** Drops the expired shell connections. One that cannot be dropped yet is tried again by the next run. */
export async function dropDueShellConnections(ctx: Context): Promise<void> {
  const due = await ctx.db.shellRole.findMany({
    where: { expiresAt: { lte: ctx.clock.now() } },
    select: { id: true, databaseId: true, organisationId: true, hostId: true },
    orderBy: { expiresAt: "asc" },
  });
  await Promise.all([...Map.groupBy(due, ({ hostId }) => hostId)].map(([hostId, roles]) => dropOn(ctx, hostId, roles)));
}

async function dropOn(ctx: Context, hostId: string, roles: readonly ShellRole[]): Promise<void> {
  for (const role of roles) {
    try {
      const host = await ctx.hosts.get(hostId);
      // The holder of the lock has closed the database, deletes it, or drops the role itself.
      await host.tryLock([role.databaseId], (session) => drop(ctx, host, session, role));
    } catch (error) {
      ctx.log.error({ err: error, shellRoleId: role.id }, "a shell role could not be dropped yet");
    }
  }
}

async function drop(ctx: Context, host: DatabaseHost, session: HostSession, role: ShellRole): Promise<void> {
  if ((await ctx.db.shellRole.count({ where: { id: role.id } })) === 0) return;
  await dropWithSession(ctx, session, role, () => restorePassword(ctx, host, session, role));
}

/** Sets the role's password back and ends its sessions when the user of the shell connection has changed it. */
async function restorePassword(ctx: Context, host: DatabaseHost, session: HostSession, role: ShellRole): Promise<void> {
  const { databaseId: id, organisationId } = role;
  const row = await ctx.db.database.findUnique({ where: { id }, select: { id: true, password: true, status: true } });
  if (row?.status !== "ready") return;
  const password = openPassword(ctx, row);
  if (await host.acceptsPassword(id, password)) return;
  const data = { shellRoleId: role.id };
  await recordAudit(ctx, { organisationId, action: "database.restore_password", targetId: id, data });
  await session.setPassword(id, scramVerifier(password, ctx.random));
  await session.endRoleSessions(id);
}
