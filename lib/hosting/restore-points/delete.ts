import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { requireReady } from "@/lib/hosting/databases/ready";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import { beginOperation, finishOperation, runSteps } from "@/lib/hosting/operations/journal";
import { getRestorePoint } from "./get-restore-point";

interface Subject {
  organisationId: string;
  databaseId: string;
  hostId: string;
  restorePointId: string;
}

/**
 * Deletes a restore point with its copy. Branches made from it stay. Throws `database_not_found`, `not_found`,
 * `rate_limited`, `database_not_ready`, `host_unavailable`.
 */
export async function deleteRestorePoint(
  ctx: Context,
  input: { databaseId: string; restorePointId: string },
): Promise<{ id: string }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const { id: databaseId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const { id: restorePointId } = await getRestorePoint(ctx, input);
  const subject = { organisationId, databaseId, hostId, restorePointId };
  const remove = (session: HostSession) => deletePointWithSession(ctx, session, subject, "asked for");
  await inTurn(ctx, organisationId, () => withDatabaseLock(ctx, { id: databaseId, hostId }, remove));
  return { id: restorePointId };
}

/** Deletes a restore point. The caller holds the host's lock of the database. */
export async function deletePointWithSession(
  ctx: Context,
  session: HostSession,
  subject: Subject,
  reason: "asked for" | "expired" | "surplus" | "unused",
): Promise<void> {
  const operationId = await withTransaction(ctx, async (tx) => {
    const database = await getDatabaseInOrganisation(tx, subject.organisationId, subject.databaseId);
    await requireReady(tx, database);
    const { id, name } = await getRestorePoint(tx, subject);
    await tx.db.restorePoint.update({ where: { id }, data: { status: "deleting" }, select: { id: true } });
    await recordAudit(tx, {
      organisationId: subject.organisationId,
      action: "restore_point.delete",
      targetId: id,
      data: { name, databaseId: subject.databaseId, reason },
    });
    return beginOperation(tx, { kind: "delete-restore-point", ...subject });
  });
  await dropWithSession(ctx, session, { ...subject, id: operationId });
}

/** Finishes a deletion, however far it came. */
export async function dropWithSession(
  ctx: Context,
  session: HostSession,
  operation: { id: string; organisationId: string; restorePointId: string },
): Promise<void> {
  const where = { id: operation.restorePointId, organisationId: operation.organisationId };
  const point = await ctx.db.restorePoint.findUnique({ where, select: { copyId: true } });
  if (point) {
    await runSteps(ctx, { id: operation.id, kind: "delete-restore-point" }, [
      { leaves: "copy_dropped", run: () => session.dropDatabase(point.copyId) },
    ]);
  }
  await withTransaction(ctx, async (tx) => {
    await tx.db.restorePoint.deleteMany({ where });
    await finishOperation(tx, operation.id);
  });
  ctx.crashPoint("delete-restore-point.done");
}
