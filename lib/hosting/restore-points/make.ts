import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import type { HostSession } from "@/lib/core/ports/database-host";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { requireReady } from "@/lib/hosting/databases/ready";
import { requireKeptRoom } from "@/lib/hosting/kept-bytes/require-room";
import { beginOperation, finishOperation, runSteps } from "@/lib/hosting/operations/journal";
import { requireRoom } from "./limits";
import { RESTORE_POINT_COLUMNS, type RestorePoint, type RestorePointOrigin, toRestorePoint } from "./resource";
import { expiryOf, protectedUntil, retentionOf } from "./retention";
import { deleteSurplus } from "./surplus";
import { undoRestorePoint } from "./undo";

interface NewRestorePoint {
  organisationId: string;
  databaseId: string;
  hostId: string;
  name: string;
  origin: RestorePointOrigin;
  /** The statement that it is made for. The restore point is deleted when the statement changes nothing. */
  statementId?: string | undefined;
  /** The work after it loses data, so that nothing but time takes its place for a week. */
  isProtected?: boolean | undefined;
}

export type MadeRestorePoint = RestorePoint & { copyId: string };

/** Copies a database, which accepts no connection meanwhile and loses its sessions, into a closed one. */
export async function makeRestorePoint(ctx: Context, input: NewRestorePoint): Promise<MadeRestorePoint> {
  const { databaseId: id, hostId } = input;
  return withDatabaseLock(ctx, { id, hostId }, (session) => makeWithSession(ctx, session, input));
}

/** Makes a restore point. The caller holds the host's lock of the database. */
export async function makeWithSession(
  ctx: Context,
  session: HostSession,
  input: NewRestorePoint,
): Promise<MadeRestorePoint> {
  const operation = await journalRestorePoint(ctx, input, await session.sizeOf(input.databaseId));
  let made: MadeRestorePoint;
  try {
    made = await copyWithSession(ctx, session, operation);
  } catch (error) {
    // When the host is gone as well, the reconciler undoes it once it is back.
    await undoRestorePoint(ctx, session, operation, String(error)).catch((cause) =>
      ctx.log.error({ err: cause, operationId: operation.id }, "a failed restore point could not be undone yet"),
    );
    throw error;
  }
  await deleteSurplus(ctx, session, input);
  return made;
}

interface RestorePointOperation {
  id: string;
  databaseId: string;
  restorePointId: string;
  copyId: string;
  organisationId: string;
}

async function journalRestorePoint(
  ctx: Context,
  input: NewRestorePoint,
  sizeBytes: bigint,
): Promise<RestorePointOperation> {
  const { organisationId, databaseId, origin } = input;
  return withTransaction(ctx, async (tx) => {
    const database = await getDatabaseInOrganisation(tx, organisationId, databaseId);
    await requireReady(tx, database);
    const { id: restorePointId, copyId } = await insertRestorePoint(tx, input, sizeBytes);
    const data = { name: input.name, databaseId, origin };
    await recordAudit(tx, { organisationId, action: "restore_point.create", targetId: restorePointId, data });
    const subject = { organisationId, databaseId, hostId: input.hostId, restorePointId };
    const id = await beginOperation(tx, { kind: "restore-point", ...subject });
    return { id, databaseId, restorePointId, copyId, organisationId };
  });
}

/**
 * Inserts the row of a new restore point, which is `creating` until its copy is complete, and takes room for
 * `sizeBytes`. The caller holds the host's lock of the database. Throws `limit_reached`.
 */
export async function insertRestorePoint(
  tx: Context,
  { organisationId, databaseId, hostId, name, origin, statementId, isProtected = false }: NewRestorePoint,
  sizeBytes: bigint,
): Promise<{ id: string; copyId: string }> {
  const now = tx.clock.now();
  await requireRoom(tx, { organisationId, databaseId, origin, isProtected });
  const expiresAt = expiryOf(await retentionOf(tx, organisationId), origin, now);
  const made = await tx.db.restorePoint.create({
    data: {
      id: createId("restorePoint", tx.random),
      copyId: createId("database", tx.random),
      organisationId,
      databaseId,
      hostId,
      name,
      origin,
      sizeBytes,
      statementId: statementId ?? null,
      createdByKind: tx.actor.kind,
      createdById: tx.actor.id,
      createdAt: now,
      expiresAt,
      keptUntil: isProtected ? protectedUntil(expiresAt, now) : null,
    },
    select: { id: true, copyId: true },
  });
  await requireKeptRoom(tx, { organisationId, added: Number(sizeBytes) });
  return made;
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
    return tx.db.restorePoint.update({
      where: { id: restorePointId },
      data: { status: "ready", sizeBytes, activity },
      select: RESTORE_POINT_COLUMNS,
    });
  });
  ctx.crashPoint("restore-point.ready");
  return { ...toRestorePoint(row), copyId };
}
