import type { z } from "zod";
import { getDatabaseInOrganisation, VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { databaseNotFound } from "@/lib/core/not-found";
import type { HostSession } from "@/lib/core/ports/database-host";
import { addReconcileJob } from "@/lib/core/queue/add";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import {
  beginOperation,
  failOperation,
  finishOperation,
  OF_DATABASE,
  runSteps,
  SETTLE_AFTER_SECONDS,
} from "@/lib/hosting/operations/journal";
import { dropShellConnectionsOf } from "./drop-shell-connections";
import { closeWithSession, keepDeleted } from "./keep-deleted";
import { withDatabaseLock } from "./lock";
import type { DeletedDatabase } from "./resource";
import { stagingIdOf } from "./staging";
import { withdrawRestore } from "./withdraw-restore";

/**
 * Deletes a database or branch with everything in it. Its branches stay. It can be brought back for some days, unless
 * the operator or the organisation's plan keeps none of its size. Throws `database_not_found`, also when
 * repeated, `database_not_ready` while it is being made, `conflict` while a project has it as its own, `host_unavailable`.
 */
export async function deleteDatabase(
  ctx: Context,
  input: { databaseId: string },
): Promise<z.infer<typeof DeletedDatabase>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const { id, name, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const remove = async (session: HostSession) => {
    const sizeBytes = await session.sizeOf(id);
    const row = { organisationId, id, name, hostId, sizeBytes };
    const { operationId, isKept } = await withTransaction(ctx, (tx) => markDeleting(tx, row));
    const operation = { id: operationId, organisationId, databaseId: id };
    await (isKept ? closeWithSession : deleteWithSession)(ctx, session, operation);
  };
  await inTurn(ctx, organisationId, () => withDatabaseLock(ctx, { id, hostId }, remove));
  return { deleted: true, id, name };
}

async function markDeleting(
  ctx: Context,
  row: { organisationId: string; id: string; name: string; hostId: string; sizeBytes: bigint },
): Promise<{ operationId: string; isKept: boolean }> {
  const { status } = await getDatabaseInOrganisation(ctx, row.organisationId, row.id);
  const superseded = await supersedeOperations(ctx, row.id);
  const where = { id: row.id, organisationId: row.organisationId, ...VISIBLE };
  const marked = await ctx.db.database.updateMany({ where, data: { status: "deleting" } });
  if (marked.count === 0) throw databaseNotFound();
  await withdrawRestore(ctx, row);
  await requireUnlinked(ctx, row.id);
  await recordAudit(ctx, {
    organisationId: row.organisationId,
    action: "database.delete",
    targetId: row.id,
    data: { name: row.name },
  });
  // An operation that a crash has left may have moved or half made it.
  const isKept = status === "ready" && superseded === 0 && (await keepDeleted(ctx, row));
  const operationId = await beginOperation(ctx, {
    kind: isKept ? "close" : "delete",
    organisationId: row.organisationId,
    databaseId: row.id,
    hostId: row.hostId,
  });
  return { operationId, isKept };
}

/** The caller has marked the database, for which a project that takes it at the same moment waits. */
async function requireUnlinked(ctx: Context, databaseId: string): Promise<void> {
  const project = await ctx.db.project.findFirst({ where: { databaseId, deletedAt: null }, select: { name: true } });
  if (!project) return;
  const message = `It's the database of the project "${project.name}". Give the project another one, or none, first.`;
  throw new ServiceError("conflict", message);
}

/**
 * Fails the running operations, and returns how many: with the lock held, they have not begun or were left by a crash. A
 * half-made branch must be undone first: its parent has to be opened, and it may hold objects of the parent's role, which is dropped.
 */
async function supersedeOperations(ctx: Context, databaseId: string): Promise<number> {
  const branches = await ctx.db.database.findMany({ where: { parentDatabaseId: databaseId }, select: { id: true } });
  const running = await ctx.db.operation.findMany({
    where: {
      ...OF_DATABASE,
      OR: [{ databaseId }, { kind: "branch", databaseId: { in: branches.map(({ id }) => id) } }],
    },
  });
  if (running.some((operation) => operation.kind === "branch")) {
    throw new ServiceError("database_not_ready", "A branch is still being created.", { retryAfterSeconds: 5 });
  }
  if (running.some((operation) => operation.kind === "move")) {
    throw new ServiceError("database_not_ready", "The database is being moved.", { retryAfterSeconds: 5 });
  }
  for (const operation of running) await failOperation(ctx, operation.id, "The database was deleted.");
  return running.length;
}

/**
 * Finishes a deletion. The copies of restore points hold objects of the role, and one may be the database itself after
 * an interrupted restore, so they are dropped before the role. While a neighbour keeps the role from being dropped, the
 * operation stays open for the reconciler: the database is gone, and nobody can log in. The caller holds the lock.
 */
export async function deleteWithSession(
  ctx: Context,
  session: HostSession,
  operation: { id: string; organisationId: string; databaseId: string },
): Promise<void> {
  const { organisationId, databaseId: id } = operation;
  const points = await ctx.db.restorePoint.findMany({ where: { databaseId: id }, select: { copyId: true } });
  const dropCopies = async () => {
    for (const { copyId } of points) {
      await session.dropDatabase(copyId);
      await session.dropDatabase(stagingIdOf(copyId));
    }
  };
  let isDropped = true;
  const dropShellRoles = async () => {
    isDropped = (await dropShellConnectionsOf(ctx, session, id)).isDropped;
  };
  const dropRole = async () => {
    isDropped = (await session.dropRole(id)) && isDropped;
  };
  await runSteps(ctx, { id: operation.id, kind: "delete" }, [
    { leaves: "login_forbidden", run: () => session.forbidLogin(id) },
    { leaves: "database_closed", run: () => session.closeDatabase(id) },
    { leaves: "database_dropped", run: () => session.dropDatabase(id) },
    { leaves: "copies_dropped", run: dropCopies },
    { leaves: "shell_roles_dropped", run: dropShellRoles },
    { leaves: "role_dropped", run: dropRole },
  ]);
  if (!isDropped) return addReconcileJob(ctx, SETTLE_AFTER_SECONDS);
  await withTransaction(ctx, async (tx) => {
    await tx.db.database.deleteMany({ where: { id, organisationId } });
    await finishOperation(tx, operation.id);
  });
  ctx.crashPoint("delete.done");
}
