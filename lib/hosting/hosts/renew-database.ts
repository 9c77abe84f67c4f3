import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { ServiceError } from "@/lib/core/errors";
import type { DatabaseHost, HostSession } from "@/lib/core/ports/database-host";
import { renewPooledRole } from "@/lib/hosting/credentials/pooled-role";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { openPassword } from "@/lib/hosting/databases/password";
import { requireReady } from "@/lib/hosting/databases/ready";

/** The roles without a row that were dropped, and those that are kept from logging in. */
export interface ChangedLogins {
  dropped: string[];
  barred: string[];
}

interface Place {
  id: string;
  hostId: string;
}

/**
 * Gives the roles of a database their present passwords. Returns `null` for one that is gone or was moved away. Throws
 * `database_not_ready`, `conflict` where the host hasn't the database, `host_unavailable`.
 */
export async function renewDatabase(ctx: Context, { id, hostId }: Place): Promise<ChangedLogins | null> {
  return withDatabaseLock(ctx, { id, hostId }, async (session) => {
    const row = await ctx.db.database.findUnique({
      where: { id },
      select: {
        ...{ id: true, organisationId: true, hostId: true, status: true, password: true },
        deleted: { select: { databaseId: true } },
      },
    });
    if (!row || (row.status !== "ready" && row.deleted === null)) return null;
    const isDeleted = row.deleted !== null;
    if (!isDeleted) await requireReady(ctx, row);
    const state = await session.stateOf(id);
    if (state === "absent" || state === "broken") throw new ServiceError("conflict", "It isn't on the host.");
    // These go first, since they can change the password too.
    const changed = await dropWithoutRow(ctx, session, id);
    await session.renewPassword(id, scramVerifier(openPassword(ctx, row), ctx.random));
    ctx.crashPoint("renew_logins.password_set");
    await (isDeleted ? shutOut(session, id) : letIn(ctx, session, id));
    if (!isDeleted) await renewPooledRole(ctx, session, row);
    return changed;
  });
}

/** Ends the sessions of a database's role, which may have come with an earlier password, and lets it log in. */
async function letIn(ctx: Context, session: HostSession, id: string): Promise<void> {
  await session.endRoleSessions(id);
  const pooled = await ctx.db.shellRole.findMany({ where: { databaseId: id, expiresAt: null }, select: { id: true } });
  await session.allowLogin(
    id,
    pooled.map((role) => role.id),
  );
}

/** Closes a database as its deletion did. */
async function shutOut(session: HostSession, id: string): Promise<void> {
  await session.closeDatabase(id);
  await session.endSessions(id);
  await session.forbidLogin(id);
}

/** Says so by the rows and operations of this control plane: another one may have databases on the host. */
export async function isOfThisInstallation(ctx: Context, { id, hostId }: Place): Promise<boolean> {
  const onHost = { databaseId: id, OR: [{ hostId }, { targetHostId: hostId }] };
  const isRecorded = (await ctx.db.operation.count({ where: onHost })) > 0;
  return isRecorded || (await ctx.db.database.count({ where: { id } })) > 0;
}

/**
 * Keeps everybody out of a database that was deleted or moved away since. Nothing of it is dropped. Returns `null` for
 * one that is on the host by now. Throws `database_not_ready`, `host_unavailable`.
 */
export async function barFormerDatabase(
  ctx: Context,
  host: DatabaseHost,
  { id, hostId }: Place,
): Promise<ChangedLogins | null> {
  return host.withLock([id], async (session) => {
    if ((await ctx.db.database.count({ where: { id, hostId } })) > 0) return null;
    const { dropped, barred } = await dropWithoutRow(ctx, session, id);
    await session.forbidLogin(id);
    await session.endSessions(id);
    return { dropped, barred: [...barred, id] };
  });
}

/** Drops the psql logins and pooled roles of a database that no row names. A row is there before its role. */
async function dropWithoutRow(ctx: Context, session: HostSession, databaseId: string): Promise<ChangedLogins> {
  const changed: ChangedLogins = { dropped: [], barred: [] };
  for (const id of await session.listShellRoles(databaseId)) {
    if ((await ctx.db.shellRole.count({ where: { id } })) > 0) continue;
    const { isDropped } = await session.dropShellRole({ id, databaseId });
    (isDropped ? changed.dropped : changed.barred).push(id);
  }
  return changed;
}
