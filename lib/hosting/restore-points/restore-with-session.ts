import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { stagingIdOf } from "@/lib/hosting/databases/staging";
import { failOperation, finishOperation, runSteps, type Step } from "@/lib/hosting/operations/journal";
import { markUndone } from "./mark-undone";
import { deleteSurplus } from "./surplus";

interface RestoreOperation {
  id: string;
  organisationId: string;
  databaseId: string;
  hostId: string;
  restorePointId: string;
}

interface Copies {
  /** The copy of the restore point. */
  source: string;
  /** The clone of it that becomes the database. */
  staged: string;
  /** The database as it was before. */
  before: string;
}

/** Finishes a restore, or undoes it when the host refuses a step. The caller holds the host's lock of the database. */
export async function restoreWithSession(
  ctx: Context,
  session: HostSession,
  operation: RestoreOperation,
): Promise<void> {
  const copies = await findCopies(ctx, operation);
  let activity: string | null = null;
  try {
    await runSteps(ctx, { id: operation.id, kind: "restore" }, [
      ...stepsAside(session, operation.databaseId, copies),
      ...stepsForward(session, operation.databaseId, copies),
    ]);
    activity = (await session.activityOf(copies.before)).mark;
  } catch (error) {
    // When the host is gone as well, the reconciler finishes the restore once it is back.
    await undoWithSession(ctx, session, operation, copies, String(error)).catch((cause) =>
      ctx.log.error({ err: cause, operationId: operation.id }, "a failed restore could not be undone yet"),
    );
    throw error;
  }
  await finishRestore(ctx, operation, copies, { activity, sizeBytes: await session.sizeOf(copies.before) });
  await deleteSurplus(ctx, session, { ...operation, origin: "before-restore" });
}

/** Returns the steps until the database is renamed. The copy, which takes long, is made while it is in use. */
function stepsAside(session: HostSession, id: string, { source, staged, before }: Copies): Step[] {
  const unlessAside = (run: () => Promise<unknown>) => async () => {
    if ((await session.stateOf(before)) === "absent") await run();
  };
  const cloneUnlessThere = async () => {
    const state = await session.stateOf(staged);
    if (state === "broken") await session.dropDatabase(staged);
    if (state === "broken" || state === "absent") await session.cloneDatabase(source, staged);
  };
  return [
    { leaves: "cloned_closed", run: unlessAside(cloneUnlessThere) },
    { leaves: "database_closed", run: unlessAside(() => session.closeDatabase(id)) },
    { leaves: "database_idle", run: unlessAside(() => session.endSessions(id)) },
    { leaves: "database_renamed", run: () => session.renameDatabase(id, before) },
  ];
}

/**
 * Returns the steps from there on: the database is closed until PUBLIC has no right on it, and its role cannot use it
 * until the last step.
 */
function stepsForward(session: HostSession, id: string, { staged, before }: Copies): Step[] {
  // Once the database is open, its role may have changed the settings.
  const keepUnlessOpen = async () => {
    if ((await session.stateOf(id)) !== "open") await session.keepRoleSettings({ database: before, role: id }, id);
  };
  return [
    { leaves: "clone_renamed", run: () => session.renameDatabase(staged, id) },
    { leaves: "public_revoked", run: () => session.revokePublic(id) },
    { leaves: "settings_kept", run: keepUnlessOpen },
    { leaves: "former_access_revoked", run: () => session.revokeAccess(before) },
    { leaves: "database_open", run: () => session.openDatabase(id) },
    { leaves: "access_granted", run: () => session.grantAccess(id) },
  ];
}

async function findCopies(ctx: Context, operation: RestoreOperation): Promise<Copies> {
  const { databaseId, restorePointId } = operation;
  const select = { copyId: true };
  const [source, before] = await Promise.all([
    ctx.db.restorePoint.findUniqueOrThrow({ where: { id: restorePointId }, select }),
    ctx.db.restorePoint.findFirstOrThrow({
      where: { databaseId, origin: "before-restore", status: "creating" },
      select,
    }),
  ]);
  return { source: source.copyId, staged: stagingIdOf(before.copyId), before: before.copyId };
}

async function finishRestore(
  ctx: Context,
  operation: RestoreOperation,
  { before }: Copies,
  measured: { activity: string | null; sizeBytes: bigint },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await tx.db.restorePoint.update({
      where: { copyId: before },
      data: { status: "ready", ...measured },
      select: { id: true },
    });
    await markUndone(tx, operation);
    await finishOperation(tx, operation.id);
  });
  ctx.crashPoint("restore.done");
}

/** Puts the database back as it was, unless the restored one is open: writes since then would be lost. */
async function undoWithSession(
  ctx: Context,
  session: HostSession,
  { id: operationId, organisationId, databaseId: id }: RestoreOperation,
  { staged, before }: Copies,
  failureReason: string,
): Promise<void> {
  if ((await session.stateOf(before)) !== "absent") {
    if ((await session.stateOf(id)) === "open") return;
    await session.dropDatabase(id);
    await session.renameDatabase(before, id);
  }
  await session.dropDatabase(staged);
  await session.openDatabase(id);
  await session.grantAccess(id);
  await withTransaction(ctx, async (tx) => {
    await tx.db.restorePoint.deleteMany({ where: { copyId: before, organisationId } });
    await failOperation(tx, operationId, failureReason);
  });
}
