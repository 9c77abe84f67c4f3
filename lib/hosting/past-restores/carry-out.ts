import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import type { DatabaseHost, HostSession } from "@/lib/core/ports/database-host";
import type { PastStep, Recovery } from "@/lib/core/ports/past-databases";
import { openPassword } from "@/lib/hosting/databases/password";
import { type BegunRestore, beginPastRestore } from "./begin";
import type { BackupContext } from "./context";
import { copyPast } from "./copy-past";
import { failPastRestore } from "./fail";
import { lockOf } from "./lock";
import { isEmbedded } from "./past-times";

const MOST_ATTEMPTS = 3;

/**
 * Brings a database back and makes it `ready`, or `failed` with the reason. One that is cut short is begun again by the
 * next call: nothing of it stays on the host meanwhile that this wouldn't find. Throws the error that kept it from
 * being restored.
 */
export async function carryOutPastRestore(ctx: BackupContext, recovery: Recovery, databaseId: string): Promise<void> {
  requireOperator(ctx);
  const restore = await beginPastRestore(ctx, databaseId);
  if (restore === null) return;
  const host = await ctx.hosts.get(restore.host.id);
  await host.withLock([lockOf(databaseId)], async (session) => {
    try {
      requireSense(restore);
      if (isEmbedded(restore.host)) {
        await bringBack(ctx, { session, recovery, restore });
        await open(ctx, host, restore);
      } else await copyFromBackup(ctx, { host, session, recovery, restore });
      await end(ctx, restore);
    } catch (error) {
      if (recovery.signal.aborted) await putBack(ctx, restore);
      else await failPastRestore(ctx, session, restore, reasonOf(error));
      throw error;
    }
  });
}

function requireSense({ isSourceGone, attempts }: BegunRestore): void {
  if (isSourceGone) throw new ServiceError("database_not_found", "The database was deleted before its turn came.");
  if (attempts <= MOST_ATTEMPTS) return;
  throw new ServiceError("service_unavailable", `Restoring it was interrupted ${MOST_ATTEMPTS} times.`);
}

interface CopyParts {
  host: DatabaseHost;
  session: HostSession;
  recovery: Recovery;
  restore: BegunRestore;
}

async function bringBack(ctx: Context, { session, recovery, restore }: Omit<CopyParts, "host">): Promise<void> {
  const { databaseId, sourceId, at } = restore;
  await session.dropDatabase(databaseId);
  await recovery.bringBack({ databaseId: sourceId, at, copyId: databaseId }, noteStep(ctx, restore));
  ctx.crashPoint("past-restore.brought-back");
}

/** Recovers a registered host here, and copies the database from there to its host. Its programs are looked for first. */
async function copyFromBackup(ctx: BackupContext, { host, session, recovery, restore }: CopyParts): Promise<void> {
  const { databaseId, sourceId, at } = restore;
  const copyContents = await ctx.copier.prepare(restore.host.serverVersionNum);
  await session.dropDatabase(databaseId);
  const asked = { databaseId: sourceId, at, copyId: databaseId, hostId: restore.host.id };
  await recovery.openPast(asked, noteStep(ctx, restore), (past) =>
    copyPast(ctx, { host, restore, past, copyContents }),
  );
  await host.withLock([databaseId], (opening) => opening.allowLogin(databaseId));
  ctx.crashPoint("past-restore.let_in");
}

function noteStep(ctx: Context, { databaseId, organisationId }: BegunRestore): (step: PastStep) => Promise<void> {
  return async (step) => {
    await ctx.db.pastRestore.updateMany({ where: { databaseId, organisationId }, data: { step } });
    ctx.crashPoint(`past-restore.${step}`);
  };
}

/** Gives the closed database its role, with a password of its own, and lets it in. */
async function open(ctx: Context, host: DatabaseHost, restore: BegunRestore): Promise<void> {
  const { databaseId: id, sourceId } = restore;
  const row = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } });
  const verifier = scramVerifier(openPassword(ctx, row), ctx.random);
  await host.withLock([sourceId, id], async (session) => {
    await session.ensureRole(id, verifier);
    ctx.crashPoint("past-restore.role");
    await session.revokePublic(id);
    await session.openDatabase(id);
    ctx.crashPoint("past-restore.opened");
    await session.reassignOwnership(sourceId, id);
    await session.keepRoleSettings({ database: sourceId, role: sourceId }, id);
    await session.grantAccess(id);
    ctx.crashPoint("past-restore.granted");
  });
}

async function end(ctx: Context, { databaseId: id, organisationId }: BegunRestore): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const data = { status: "done", step: null, finishedAt: tx.clock.now() };
    await tx.db.pastRestore.updateMany({ where: { databaseId: id, organisationId }, data });
    await tx.db.database.updateMany({ where: { id, organisationId }, data: { status: "ready" } });
  });
  ctx.crashPoint("past-restore.ready");
}

/** The service stops: the restore is begun again by the next start, and interrupted work counts for nothing. */
async function putBack(ctx: Context, { databaseId, organisationId }: BegunRestore): Promise<void> {
  await ctx.db.pastRestore.updateMany({
    where: { databaseId, organisationId, status: "running" },
    data: { status: "waiting", step: null, attempts: { decrement: 1 } },
  });
}

/** Errors of the operator's name folders and buckets, which are not for owners of databases. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  return "It couldn't be restored. The operator's log says why.";
}
