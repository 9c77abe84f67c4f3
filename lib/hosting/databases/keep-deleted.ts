import type { Context } from "@/lib/core/context";
import type { HostSession } from "@/lib/core/ports/database-host";
import type { GuardVolume } from "@/lib/core/ports/host-guard";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { finishOperation, runSteps } from "@/lib/hosting/operations/journal";
import { dropShellConnectionsOf } from "./drop-shell-connections";

/** The most deleted databases of one organisation. */
const MOST = 20;
/** A volume with less of it free is short of space. */
const FREE_SHARE = 0.1;

/**
 * Keeps a database that is being deleted, so that it can be brought back. Returns `false` if the operator keeps none,
 * if the organisation has no room for it, and if a volume of its host is short of space: it's dropped then.
 */
export async function keepDeleted(
  tx: Context,
  row: { id: string; organisationId: string; hostId: string; sizeBytes: bigint },
): Promise<boolean> {
  const { id: databaseId, organisationId, sizeBytes } = row;
  if (tx.deletedDatabaseDays === 0) return false;
  if ((await tx.db.deletedDatabase.count({ where: { organisationId } })) >= MOST) return false;
  if (await isShortOfSpace(tx, row.hostId)) return false;
  const { used, limit } = await readKept(tx, organisationId);
  if (used + Number(sizeBytes) > limit) return false;
  await tx.db.deletedDatabase.create({ data: { databaseId, organisationId, sizeBytes, deletedAt: tx.clock.now() } });
  return true;
}

/** Says so as far as the host's guard has told. */
async function isShortOfSpace(tx: Context, hostId: string): Promise<boolean> {
  const { guardVolumes } = await tx.db.host.findUniqueOrThrow({
    where: { id: hostId },
    select: { guardVolumes: true },
  });
  const volumes = (guardVolumes ?? []) as unknown as GuardVolume[];
  return volumes.some(({ freeBytes, totalBytes }) => freeBytes < totalBytes * FREE_SHARE);
}

/** Closes a deleted database for everybody: nothing of it is dropped but its psql logins. The caller holds the lock. */
export async function closeWithSession(
  ctx: Context,
  session: HostSession,
  operation: { id: string; databaseId: string },
): Promise<void> {
  const { databaseId: id } = operation;
  await runSteps(ctx, { id: operation.id, kind: "close" }, [
    { leaves: "shell_roles_dropped", run: () => dropShellConnectionsOf(ctx, session, id) },
    { leaves: "database_closed", run: () => session.closeDatabase(id) },
    { leaves: "sessions_ended", run: () => session.endSessions(id) },
    { leaves: "login_forbidden", run: () => session.forbidLogin(id) },
  ]);
  await finishOperation(ctx, operation.id);
  ctx.crashPoint("close.done");
}
