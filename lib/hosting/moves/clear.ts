import type { Context } from "@/lib/core/context";
import type { HostSession } from "@/lib/core/ports/database-host";
import { addReconcileJob } from "@/lib/core/queue/add";
import { beginOperation, finishOperation, runSteps, SETTLE_AFTER_SECONDS } from "@/lib/hosting/operations/journal";

interface Left extends LeftParts {
  organisationId: string;
  databaseId: string;
  hostId: string;
}

/** The parts of a database on a host besides the database and its roles. */
export interface LeftParts {
  /** The copies of restore points. */
  copyIds: string[];
  /** The mover's role and the pooled one. */
  shellRoleIds: string[];
}

/** Records the remains of a move on a host, in the transaction that ends the move. Returns the id of the operation. */
export async function beginClearing(tx: Context, { copyIds, shellRoleIds, ...subject }: Left): Promise<string> {
  const id = await beginOperation(tx, { kind: "clear", ...subject });
  await tx.db.operation.update({ where: { id }, data: { result: { copyIds, shellRoleIds } } });
  await addReconcileJob(tx, SETTLE_AFTER_SECONDS);
  return id;
}

/**
 * Removes the database, its copies and its roles from a host where it isn't any more, or never came to be. While a
 * neighbour keeps a role from being dropped, the operation stays open for the reconciler. The caller holds the lock.
 */
export async function clearWithSession(
  ctx: Context,
  session: HostSession,
  operation: { id: string; databaseId: string; hostId: string; result: unknown },
): Promise<void> {
  const { databaseId: id, hostId } = operation;
  const { copyIds, shellRoleIds } = operation.result as unknown as LeftParts;
  if ((await ctx.db.database.count({ where: { id, hostId } })) > 0)
    throw new Error(`${id} is on the host to be cleared`);
  let isDropped = true;
  const dropCopies = async () => {
    for (const copyId of copyIds) await session.dropDatabase(copyId);
  };
  const dropRoles = async () => {
    for (const shellRoleId of shellRoleIds) {
      const dropped = await session.dropShellRole({ id: shellRoleId, databaseId: id });
      isDropped &&= dropped.isDropped;
    }
    isDropped = (await session.dropRole(id)) && isDropped;
  };
  await runSteps(ctx, { id: operation.id, kind: "clear" }, [
    { leaves: "login_forbidden", run: () => session.forbidLogin(id) },
    { leaves: "database_dropped", run: () => session.dropDatabase(id) },
    { leaves: "copies_dropped", run: dropCopies },
    { leaves: "roles_dropped", run: dropRoles },
  ]);
  if (!isDropped) return addReconcileJob(ctx, SETTLE_AFTER_SECONDS);
  await finishOperation(ctx, operation.id);
  ctx.crashPoint("clear.done");
}

/** Clears a host now if it can be done; else the reconciler does it. */
export async function clearNow(ctx: Context, session: HostSession, operationId: string): Promise<void> {
  try {
    await clearWithSession(ctx, session, await ctx.db.operation.findUniqueOrThrow({ where: { id: operationId } }));
  } catch (error) {
    ctx.log.warn({ err: error, operationId }, "a host could not be cleared of a moved database yet");
  }
}
