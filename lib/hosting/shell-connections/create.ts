import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import type { Role } from "@/lib/core/access/permissions";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import { databaseClosed } from "@/lib/core/closed-database";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { DatabaseHost } from "@/lib/core/ports/database-host";
import { addDropShellRolesJob } from "@/lib/core/queue/add";
import { dropWithSession } from "@/lib/hosting/databases/drop-shell-connections";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { openPassword } from "@/lib/hosting/databases/password";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import type { ShellConnection } from "./resource";

export const SHELL_MINUTES = 15;
/** Each shell connection may have several sessions, which count among those of the database. */
const LIVE_PER_DATABASE = 5;
const PASSWORD_LENGTH = 32;

/**
 * Makes a shell connection: a role that acts as the database's own for a quarter of an hour, and is then dropped with
 * its sessions. Throws `database_not_found`, `database_not_ready`, `over_quota`, `rate_limited`, `conflict`,
 * `host_unavailable`.
 */
export async function createShellConnection(ctx: Context, input: { databaseId: string }): Promise<ShellConnection> {
  const { organisationId } = requirePermission(ctx.actor, "credentials:reveal");
  const { id: databaseId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const host = await ctx.hosts.get(hostId);
  return withDatabaseLock(ctx, { id: databaseId, hostId }, async (session) => {
    await getReadyDatabase(ctx, organisationId, databaseId);
    const restriction = await session.restrictionOf(databaseId);
    // The shell role can sign in where the guard keeps the database's own role out.
    if (restriction?.state === "closed") throw databaseClosed(restriction);
    await requireOwnPassword(ctx, host, databaseId);
    const role = await journal(ctx, { organisationId, databaseId, hostId });
    const password = randomBase62(PASSWORD_LENGTH, ctx.random);
    ctx.crashPoint("shell_role.journalled");
    try {
      await session.createShellRole({ ...role, databaseId, verifier: scramVerifier(password, ctx.random) });
    } catch (error) {
      // When the host is gone as well, the job drops the role when it expires.
      await dropWithSession(ctx, session, { id: role.id, organisationId, databaseId }).catch((cause) =>
        ctx.log.error({ err: cause, shellRoleId: role.id }, "a half-made shell role could not be dropped yet"),
      );
      throw error;
    }
    ctx.crashPoint("shell_role.made");
    return connectionOf(ctx, { ...role, databaseId, password });
  });
}

/**
 * Throws `conflict` unless the role has the service's password. A shell connection can change it to outlive itself, so
 * it is set back at the end, which is right only if it was the service's before.
 */
async function requireOwnPassword(ctx: Context, host: DatabaseHost, id: string): Promise<void> {
  const row = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } });
  if (await host.acceptsPassword(id, openPassword(ctx, row))) return;
  throw new ServiceError("conflict", "The database's password was changed with SQL. Rotate it first.");
}

async function journal(
  ctx: Context,
  subject: { organisationId: string; databaseId: string; hostId: string },
): Promise<{ id: string; expiresAt: Date }> {
  const { organisationId, databaseId } = subject;
  return withTransaction(ctx, async (tx) => {
    await requireMemberStill(tx);
    const now = tx.clock.now();
    // The host's lock of the database is held, so no other process counts at the same time.
    const live = await tx.db.shellRole.findMany({
      where: { databaseId, expiresAt: { gt: now } },
      orderBy: { expiresAt: "asc" },
      select: { expiresAt: true },
    });
    if (live.length >= LIVE_PER_DATABASE) {
      const nextEnd = live[0]?.expiresAt ?? now;
      throw new ServiceError(
        "rate_limited",
        `A database can have at most ${LIVE_PER_DATABASE} temporary logins at a time. Each expires after ${SHELL_MINUTES} minutes.`,
        { retryAfterSeconds: Math.ceil((nextEnd.getTime() - now.getTime()) / 1_000) },
      );
    }
    const id = createId("shellRole", tx.random);
    const expiresAt = new Date(now.getTime() + SHELL_MINUTES * 60_000);
    const { kind: createdByKind, id: createdById } = tx.actor;
    await tx.db.shellRole.create({
      data: { ...subject, id, createdByKind, createdById, createdAt: now, expiresAt },
      select: { id: true },
    });
    const data = { shellRoleId: id, expiresAt: expiresAt.toISOString() };
    await recordAudit(tx, { organisationId, action: "shell_role.create", targetId: databaseId, data });
    await addDropShellRolesJob(tx, id, expiresAt);
    return { id, expiresAt };
  });
}

/** Throws unless the member may open a shell. Their removal or demotion waits for this transaction, then ends it. */
async function requireMemberStill(tx: Context): Promise<void> {
  const { actor } = tx;
  if (actor.kind !== "member") return;
  const [member] = await tx.db.$queryRaw<{ role: Role }[]>`
    select role from member where id = ${actor.id} and organisation_id = ${actor.organisationId} for share`;
  if (!member) throw new ServiceError("missing_permission", "You're no longer a member.");
  requirePermission({ ...actor, role: member.role }, "credentials:reveal");
}

async function connectionOf(
  ctx: Context,
  role: { id: string; databaseId: string; password: string; expiresAt: Date },
): Promise<ShellConnection> {
  const { host } = await ctx.db.database.findUniqueOrThrow({
    where: { id: role.databaseId },
    select: { host: { select: { publicHost: true, publicPort: true, sslMode: true } } },
  });
  const { publicHost, publicPort, sslMode } = host;
  const query = sslMode === null ? "" : `?sslmode=${encodeURIComponent(sslMode)}`;
  const at = `${publicHost}:${publicPort}/${role.databaseId}${query}`;
  return {
    connectionString: `postgresql://${role.id}:${role.password}@${at}`,
    psqlCommand: `PGPASSWORD=${role.password} psql "postgresql://${role.id}@${at}"`,
    expiresAt: role.expiresAt.toISOString(),
  };
}
