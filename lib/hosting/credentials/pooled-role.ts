import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { createId } from "@/lib/core/ids";
import type { HostSession } from "@/lib/core/ports/database-host";
import { dropWithSession } from "@/lib/hosting/databases/drop-shell-connections";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { openPassword } from "@/lib/hosting/databases/password";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { isRefused } from "./refused";

interface PooledDatabase {
  id: string;
  organisationId: string;
  hostId: string;
}

/**
 * Makes the pooled role of a database whose host has a pooler, unless there is one that takes the password. Throws
 * `database_not_ready`, `host_unavailable`.
 */
export async function ensurePooledRole(ctx: Context, database: PooledDatabase): Promise<void> {
  if (!(await hasPooler(ctx, database.hostId)) || (await isUsable(ctx, database))) return;
  await withDatabaseLock(ctx, database, async (session) => {
    const row = await getReadyDatabase(ctx, database.organisationId, database.id);
    if (!(await isUsable(ctx, row))) await makePooledRole(ctx, session, row);
  });
}

/**
 * Makes the role by which a pooler's clients sign in, with the database's password. Each password has a role of its own,
 * since a pooler goes on serving a client that came with an earlier one. The caller holds the database's lock.
 */
export async function makePooledRole(ctx: Context, session: HostSession, database: PooledDatabase): Promise<void> {
  const { id: databaseId, organisationId, hostId } = database;
  if (!(await hasPooler(ctx, hostId))) return;
  const former = await ctx.db.shellRole.findMany({ where: { databaseId, expiresAt: null }, select: { id: true } });
  for (const { id } of former) await dropWithSession(ctx, session, { id, organisationId, databaseId });
  const now = ctx.clock.now();
  const { id } = await ctx.db.shellRole.create({
    data: {
      ...{ id: createId("shellRole", ctx.random), databaseId, organisationId, hostId },
      ...{ createdByKind: ctx.actor.kind, createdById: ctx.actor.id, createdAt: now, expiresAt: now },
    },
    select: { id: true },
  });
  ctx.crashPoint("pooled_role.journalled");
  await createPooledRole(ctx, session, { id, databaseId, password: await passwordOf(ctx, databaseId) });
  ctx.crashPoint("pooled_role.made");
  // Until here it is one whose time is over, which the job of shell connections drops.
  await ctx.db.shellRole.updateMany({ where: { id, organisationId }, data: { expiresAt: null } });
}

/**
 * Gives the pooled role of a database the present password where the host lacks it, as after the host went back to an
 * earlier time. One that the host doesn't know keeps its name, so clients' strings stay. The caller holds the lock.
 */
export async function renewPooledRole(ctx: Context, session: HostSession, database: PooledDatabase): Promise<void> {
  const { id: databaseId, hostId } = database;
  const role = await ctx.db.shellRole.findFirst({ where: { databaseId, expiresAt: null }, select: { id: true } });
  if (!role) return;
  const password = await passwordOf(ctx, databaseId);
  if (!(await session.listShellRoles(databaseId)).includes(role.id)) {
    return createPooledRole(ctx, session, { id: role.id, databaseId, password });
  }
  const host = await ctx.hosts.get(hostId);
  if (!(await host.acceptsPassword(databaseId, password, role.id))) await makePooledRole(ctx, session, database);
}

async function createPooledRole(
  ctx: Context,
  session: HostSession,
  { id, databaseId, password }: { id: string; databaseId: string; password: string },
): Promise<void> {
  const isShutOut = (await session.restrictionOf(databaseId))?.state === "closed";
  await session.createShellRole({
    ...{ id, databaseId, expiresAt: null, isShutOut },
    verifier: scramVerifier(password, ctx.random),
  });
}

async function hasPooler(ctx: Context, hostId: string): Promise<boolean> {
  const host = await ctx.db.host.findUniqueOrThrow({ where: { id: hostId }, select: { pooledHost: true } });
  return host.pooledHost !== null;
}

async function isUsable(ctx: Context, database: PooledDatabase): Promise<boolean> {
  const where = { databaseId: database.id, expiresAt: null };
  const role = await ctx.db.shellRole.findFirst({ where, select: { id: true } });
  return role !== null && !(await isRefused(ctx, database, await passwordOf(ctx, database.id), role.id));
}

async function passwordOf(ctx: Context, id: string): Promise<string> {
  return openPassword(
    ctx,
    await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } }),
  );
}
