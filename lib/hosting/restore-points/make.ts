import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import type { HostSession } from "@/lib/core/ports/database-host";
import { addJob } from "@/lib/core/queue/add";
import { requireReady } from "@/lib/hosting/databases/ready";
import { beginOperation, finishOperation, runSteps } from "@/lib/hosting/operations/journal";
import { requireRoomForManual } from "./limits";
import { RESTORE_POINT_COLUMNS, type RestorePoint, type RestorePointOrigin, toRestorePoint } from "./resource";
import { AUTOMATIC_ORIGINS, countKept, expiryOf, retentionOf } from "./retention";
import { undoRestorePoint } from "./undo";

interface NewRestorePoint {
  organisationId: string;
  databaseId: string;
  hostId: string;
  name: string;
  origin: RestorePointOrigin;
  /** The statement that it is made for. The restore point is deleted when the statement changes nothing. */
  statementId?: string | undefined;
}

export type MadeRestorePoint = RestorePoint & { copyId: string };

/** Copies a database, which accepts no connection meanwhile and loses its sessions, into a closed one. */
export async function makeRestorePoint(ctx: Context, input: NewRestorePoint): Promise<MadeRestorePoint> {
  const host = await ctx.hosts.get(input.hostId);
  return host.withLock([input.databaseId], (session) => makeWithSession(ctx, session, input));
}

/** Makes a restore point. The caller holds the host's lock of the database. */
export async function makeWithSession(
  ctx: Context,
  session: HostSession,
  input: NewRestorePoint,
): Promise<MadeRestorePoint> {
  const operation = await journalRestorePoint(ctx, input);
  try {
    return await copyWithSession(ctx, session, operation);
  } catch (error) {
    // When the host is gone as well, the reconciler undoes it once it is back.
    await undoRestorePoint(ctx, session, operation, String(error)).catch((cause) =>
      ctx.log.error({ err: cause, operationId: operation.id }, "a failed restore point could not be undone yet"),
    );
    throw error;
  }
}

interface RestorePointOperation {
  id: string;
  databaseId: string;
  restorePointId: string;
  copyId: string;
  origin: RestorePointOrigin;
  organisationId: string;
}

async function journalRestorePoint(ctx: Context, input: NewRestorePoint): Promise<RestorePointOperation> {
  const { organisationId, databaseId, origin } = input;
  return withTransaction(ctx, async (tx) => {
    const database = await getDatabaseInOrganisation(tx, organisationId, databaseId);
    await requireReady(tx, database);
    if (origin === "manual") await requireRoomForManual(tx, { organisationId, databaseId });
    const { id: restorePointId, copyId } = await insertRestorePoint(tx, input);
    const data = { name: input.name, databaseId, origin };
    await recordAudit(tx, { organisationId, action: "restore_point.create", targetId: restorePointId, data });
    const subject = { organisationId, databaseId, hostId: input.hostId, restorePointId };
    const id = await beginOperation(tx, { kind: "restore-point", ...subject });
    return { id, databaseId, restorePointId, copyId, origin, organisationId };
  });
}

/** Inserts the row of a new restore point, which is `creating` until its copy is complete. */
export async function insertRestorePoint(
  tx: Context,
  { organisationId, databaseId, hostId, name, origin, statementId }: NewRestorePoint,
): Promise<{ id: string; copyId: string }> {
  const now = tx.clock.now();
  return tx.db.restorePoint.create({
    data: {
      id: createId("restorePoint", tx.random),
      copyId: createId("database", tx.random),
      organisationId,
      databaseId,
      hostId,
      name,
      origin,
      statementId: statementId ?? null,
      createdByKind: tx.actor.kind,
      createdById: tx.actor.id,
      createdAt: now,
      expiresAt: expiryOf(await retentionOf(tx, organisationId), origin, now),
    },
    select: { id: true, copyId: true },
  });
}

async function copyWithSession(
  ctx: Context,
  session: HostSession,
  operation: RestorePointOperation,
): Promise<MadeRestorePoint> {
  const { databaseId, restorePointId, copyId } = operation;
  let activity = "";
  await runSteps(ctx, { id: operation.id, kind: "restore-point" }, [
    { leaves: "database_closed", run: () => session.closeDatabase(databaseId) },
    {
      leaves: "database_idle",
      run: async () => {
        await session.endSessions(databaseId);
        activity = (await session.activityOf(databaseId)).mark;
      },
    },
    { leaves: "cloned_closed", run: () => session.cloneDatabase(databaseId, copyId) },
    { leaves: "database_open", run: () => session.openDatabase(databaseId) },
    { leaves: "access_revoked", run: () => session.revokeAccess(copyId) },
  ]);
  const sizeBytes = await session.sizeOf(copyId);
  const row = await withTransaction(ctx, async (tx) => {
    await finishOperation(tx, operation.id);
    await sweepIfSurplus(tx, operation);
    return tx.db.restorePoint.update({
      where: { id: restorePointId },
      data: { status: "ready", sizeBytes, activity },
      select: RESTORE_POINT_COLUMNS,
    });
  });
  ctx.crashPoint("restore-point.ready");
  return { ...toRestorePoint(row), copyId };
}

/** Queues a sweep of surplus automatic restore points: a new one is never refused, and the oldest are deleted. */
export async function sweepIfSurplus(
  tx: Context,
  { organisationId, databaseId, origin }: { organisationId: string; databaseId: string; origin: RestorePointOrigin },
): Promise<void> {
  const group = AUTOMATIC_ORIGINS.find((origins) => origins.some((one) => one === origin));
  if (!group) return;
  const kept = countKept(await retentionOf(tx, organisationId), origin);
  const held = await tx.db.restorePoint.count({ where: { databaseId, origin: { in: [...group] } } });
  if (held > kept) await addJob(tx, "sweep-restore-points", {}, { key: "sweep-restore-points" });
}
