import type { Context } from "@/lib/core/context";
import type { HostSession } from "@/lib/core/ports/database-host";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { finishOperation, runSteps } from "@/lib/hosting/operations/journal";
import { dropShellConnectionsOf } from "./drop-shell-connections";

/** The most deleted databases of one organisation. */
const MOST = 20;

/**
 * Keeps a database that is being deleted, so that it can be brought back. Returns `false` where the operator keeps none,
 * and where the organisation has no room for it: it's dropped then.
 */
export async function keepDeleted(
  tx: Context,
  row: { id: string; organisationId: string; sizeBytes: bigint },
): Promise<boolean> {
  const { id: databaseId, organisationId, sizeBytes } = row;
  if (tx.deletedDatabaseDays === 0) return false;
  if ((await tx.db.deletedDatabase.count({ where: { organisationId } })) >= MOST) return false;
  const { used, limit } = await readKept(tx, organisationId);
  if (used + Number(sizeBytes) > limit) return false;
  await tx.db.deletedDatabase.create({ data: { databaseId, organisationId, sizeBytes, deletedAt: tx.clock.now() } });
  return true;
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
