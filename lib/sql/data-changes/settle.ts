import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { HostUnavailableError } from "@/lib/core/errors";
import { settleChanges } from "./record";

/** After this time the process of a pending change has ended, or it would have settled it. */
const ABANDONED_AFTER_MS = 10 * 60_000;
const BATCH = 200;

/** Settles changes whose process ended before it knew their outcome, by asking the cluster. It is safe at any time. */
export async function settleDataChanges(ctx: Context, input: { databaseId?: string } = {}): Promise<void> {
  const pending = await ctx.db.dataChange.findMany({
    where: { status: "pending", ...(input.databaseId && { databaseId: input.databaseId }) },
    select: {
      id: true,
      organisationId: true,
      statementId: true,
      transactionId: true,
      createdAt: true,
      database: { select: { hostId: true } },
      statement: { select: { backgroundRun: { select: { status: true } } } },
    },
    orderBy: { createdAt: "asc" },
    take: BATCH,
  });
  for (const change of pending) {
    const status = await findStatus(ctx, change);
    if (status !== null) await settleOne(ctx, change, status);
  }
}

interface PendingChange {
  id: string;
  organisationId: string;
  statementId: string | null;
  transactionId: string | null;
  createdAt: Date;
  database: { hostId: string };
  statement: { backgroundRun: { status: string } | null } | null;
}

async function findStatus(ctx: Context, change: PendingChange): Promise<"committed" | "aborted" | null> {
  if (change.transactionId === null) {
    if (change.statement?.backgroundRun?.status === "running") return null;
    // Whether the statement ran is unknown, and the restore point undoes it either way.
    return ctx.clock.now().getTime() - change.createdAt.getTime() > ABANDONED_AFTER_MS ? "committed" : null;
  }
  const status = await statusOf(ctx, change.database.hostId, change.transactionId);
  return status === "in progress" ? null : status;
}

/** Returns the outcome of a transaction, and `in progress` also while its host does not answer. */
async function statusOf(ctx: Context, hostId: string, transactionId: string) {
  try {
    return await (await ctx.hosts.get(hostId)).transactionStatus(transactionId);
  } catch (error) {
    if (error instanceof HostUnavailableError) return "in progress";
    throw error;
  }
}

async function settleOne(ctx: Context, change: PendingChange, status: "committed" | "aborted"): Promise<void> {
  const { id, organisationId } = change;
  await settleChanges(ctx, { organisationId, ids: [id] }, status);
  await settleUndone(ctx, { organisationId, undoId: id }, status);
}

/**
 * Marks the change that a settled undo took back: as undone when the undo was committed, whose rows then take the room
 * of those of the change, which nobody needs any more.
 */
export async function settleUndone(
  ctx: Context,
  { organisationId, undoId }: { organisationId: string; undoId: string },
  status: "committed" | "aborted",
): Promise<void> {
  const where = { organisationId, undoneById: undoId, status: "committed" };
  if (status === "aborted") {
    await ctx.db.dataChange.updateMany({ where, data: { undoneById: null } });
    return;
  }
  await ctx.db.$executeRaw(Prisma.sql`
    UPDATE data_change AS change SET
      status = CASE WHEN is_undo THEN change.status ELSE 'undone' END,
      undone_at = CASE WHEN is_undo THEN change.undone_at ELSE ${ctx.clock.now()}::timestamptz END,
      rows = CASE WHEN is_undo THEN change.rows END,
      size_bytes = CASE WHEN is_undo THEN octet_length(change.rows)
        ELSE coalesce((SELECT octet_length(text) FROM statement WHERE statement.id = change.statement_id), 0) END
    FROM data_change AS undone
    CROSS JOIN LATERAL (VALUES (undone.id, false), (${undoId}, true)) AS both_changes (id, is_undo)
    WHERE undone.organisation_id = ${organisationId} AND undone.undone_by_id = ${undoId}
      AND undone.status = 'committed' AND change.id = both_changes.id AND change.rows IS NOT NULL`);
}

/**
 * Settles statements whose process ended while they ran: as succeeded where their transaction was committed. Those of a
 * run in the background go on for longer, and are settled with it.
 */
export async function settleStatements(ctx: Context): Promise<void> {
  const startedAt = { lt: new Date(ctx.clock.now().getTime() - ABANDONED_AFTER_MS) };
  const isOver = [{ backgroundRun: null }, { backgroundRun: { status: { not: "running" } } }];
  await settleWhere(ctx, { startedAt, OR: isOver }, "The service stopped before it knew the result.");
}

/** Settles the statements of a run whose process has ended. Returns whether the outcome of all of them is known. */
export async function settleStatementsOfRun(
  ctx: Context,
  run: { organisationId: string; backgroundRunId: string },
  message: string,
): Promise<boolean> {
  await settleWhere(ctx, run, message);
  return (await ctx.db.statement.count({ where: { ...run, status: "running" } })) === 0;
}

async function settleWhere(ctx: Context, given: Prisma.StatementWhereInput, message: string): Promise<void> {
  const where = { AND: [given, { status: "running" }] };
  const isKept = { change: { is: { status: { in: ["committed", "undone"] } } } };
  await ctx.db.statement.updateMany({ where: { AND: [where, isKept] }, data: { status: "succeeded" } });
  const known = await ctx.db.statement.findMany({
    where: { AND: [where, { transactionId: { not: null } }] },
    select: { id: true, transactionId: true, database: { select: { hostId: true } } },
    orderBy: { startedAt: "asc" },
  });
  const unknown: string[] = [];
  for (const { id, transactionId, database } of known) {
    const status = await statusOf(ctx, database.hostId, transactionId ?? "");
    if (status === "in progress") unknown.push(id);
    if (status !== "committed") continue;
    await ctx.db.statement.updateMany({ where: { id, status: "running" }, data: { status: "succeeded" } });
  }
  // A host that does not answer will know of the transaction later.
  const isUnknown = [{ id: { in: unknown } }, { change: { is: { status: "pending", transactionId: { not: null } } } }];
  await ctx.db.statement.updateMany({
    where: { AND: [where, { NOT: { OR: isUnknown } }] },
    data: { status: "failed", message },
  });
}
