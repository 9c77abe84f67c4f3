import type { Context } from "@/lib/core/context";
import type { DatabaseHost, HostSession } from "@/lib/core/ports/database-host";
import { undoBranch } from "@/lib/hosting/branches/undo";
import { rotateWithSession } from "@/lib/hosting/credentials/rotate";
import { deleteWithSession } from "@/lib/hosting/databases/delete";
import { closeWithSession } from "@/lib/hosting/databases/keep-deleted";
import { provisionWithSession } from "@/lib/hosting/databases/provision";
import { openWithSession } from "@/lib/hosting/deleted-databases/bring-back";
import { clearWithSession } from "@/lib/hosting/moves/clear";
import { undoMove } from "@/lib/hosting/moves/undo";
import { failOperation } from "@/lib/hosting/operations/journal";
import { dropWithSession } from "@/lib/hosting/restore-points/delete";
import { restoreWithSession } from "@/lib/hosting/restore-points/restore-with-session";
import { undoRestorePoint } from "@/lib/hosting/restore-points/undo";

type OperationRow = Awaited<ReturnType<Context["db"]["operation"]["findMany"]>>[number];

/** Finishes or undoes an abandoned operation: free locks of its databases mean that its process is gone. */
export async function settleIfAbandoned(
  ctx: Context,
  host: DatabaseHost,
  operation: OperationRow,
): Promise<"settled" | "running"> {
  const parentId = await parentOf(ctx, operation);
  const ids = parentId === null ? [operation.databaseId] : [parentId, operation.databaseId];
  return (await host.tryLock(ids, (session) => settle(ctx, session, operation, parentId))) ?? "running";
}

async function parentOf(ctx: Context, operation: OperationRow): Promise<string | null> {
  if (operation.kind !== "branch") return null;
  const row = await ctx.db.database.findUnique({
    where: { id: operation.databaseId },
    select: { parentDatabaseId: true },
  });
  return row?.parentDatabaseId ?? null;
}

async function settle(
  ctx: Context,
  session: HostSession,
  stale: OperationRow,
  parentId: string | null,
): Promise<"settled" | "running"> {
  const operation = await ctx.db.operation.findUniqueOrThrow({ where: { id: stale.id } });
  if (operation.status !== "running") return "settled";
  switch (operation.kind) {
    case "create":
      await provisionWithSession(ctx, session, operation.databaseId);
      break;
    case "rotate":
      await rotateWithSession(ctx, session, operation);
      break;
    case "delete":
      await deleteWithSession(ctx, session, operation);
      break;
    case "close":
      await closeWithSession(ctx, session, operation);
      break;
    case "bring-back":
      await openWithSession(ctx, session, operation);
      break;
    case "restore-point":
    case "restore":
    case "delete-restore-point":
      await settleRestorePoint(ctx, session, operation);
      break;
    case "move":
      await undoMove(ctx, session, operation, "The process that moved the database ended.");
      break;
    case "clear":
      await clearWithSession(ctx, session, operation);
      break;
    case "branch":
      if (parentId === null) await failOperation(ctx, operation.id, "The row of the branch is gone.");
      else await undoBranch(ctx, session, { ...operation, parentId }, "The process that made the branch ended.");
      break;
  }
  // A neighbour's lock may keep the last of it from being done.
  const { status } = await ctx.db.operation.findUniqueOrThrow({ where: { id: stale.id }, select: { status: true } });
  return status === "running" ? "running" : "settled";
}

/** Removes a restore point that was being made, and finishes a restore or a deletion. */
async function settleRestorePoint(ctx: Context, session: HostSession, operation: OperationRow): Promise<void> {
  const { kind, restorePointId } = operation;
  if (restorePointId === null) throw new TypeError(`the operation ${operation.id} names no restore point`);
  const subject = { ...operation, restorePointId };
  if (kind === "restore") return restoreWithSession(ctx, session, subject);
  if (kind === "delete-restore-point") return dropWithSession(ctx, session, subject);
  return undoRestorePoint(ctx, session, subject, "The process that made the restore point ended.");
}
