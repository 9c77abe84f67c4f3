import { VISIBLE } from "@/lib/core/access/databases";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { databaseNotFound } from "@/lib/core/not-found";
import type { CopyContents, DatabaseCopier } from "@/lib/core/ports/database-copier";
import { formatServerVersion } from "@/lib/core/version-floor";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { takePlace } from "@/lib/hosting/databases/place";
import { requireReady } from "@/lib/hosting/databases/ready";
import { hostNotFound } from "@/lib/hosting/hosts/find";
import { beginOperation } from "@/lib/hosting/operations/journal";
import { clearNow } from "./clear";
import { copyToTarget, type Ends, type Move } from "./copy-to-target";
import { noRoom } from "./no-room";
import { requireNothingKept, requireNothingPending } from "./require-movable";
import type { MovedDatabase } from "./resource";
import { switchHost } from "./switch-host";
import { undoMove } from "./undo";

export interface MoveDatabaseInput {
  databaseId: string;
  hostId: string;
  /** Whether its restore points, and the data that undoes its changes, may be lost. */
  dropsRestorePoints: boolean;
}

/**
 * Moves a database to another host with its contents, rights, settings and password. Clients are kept out while it is
 * copied, and it stays where it is if anything fails. Throws `database_not_found`, `not_found` for the host,
 * `not_configured` without PostgreSQL's programs, `conflict` where it can't be moved, `database_not_ready`,
 * `host_unavailable`.
 */
export async function moveDatabase(
  ctx: Context,
  input: MoveDatabaseInput,
  copier: DatabaseCopier,
): Promise<MovedDatabase> {
  requireOperator(ctx);
  const row = await findDatabase(ctx, input.databaseId);
  const target = await findTarget(ctx, row, input.hostId);
  const copy = await copier.prepare(row.host.serverVersionNum);
  const [host, targetHost] = [await ctx.hosts.get(row.hostId), await ctx.hosts.get(target.id)];
  return withDatabaseLock(ctx, row, (session) =>
    targetHost.withLock([row.id], async (targetSession) => {
      const ends = { source: { host, session }, target: { host: targetHost, session: targetSession } };
      const move = await journalMove(ctx, row, input, target);
      const pausedMilliseconds = await carryOut(ctx, ends, move, copy);
      const hasNewAddress = row.host.publicHost !== target.publicHost || row.host.publicPort !== target.publicPort;
      return { id: row.id, name: row.name, host: target.name, pausedMilliseconds, hasNewAddress };
    }),
  );
}

type Row = Awaited<ReturnType<typeof findDatabase>>;

async function findDatabase(ctx: Context, id: string) {
  const row = await ctx.db.database.findFirst({
    where: { id, ...VISIBLE },
    select: {
      ...{ id: true, name: true, status: true, hostId: true, hostKind: true, organisationId: true },
      host: { select: { serverVersionNum: true, publicHost: true, publicPort: true } },
    },
  });
  if (!row) throw databaseNotFound();
  return row;
}

async function findTarget(ctx: Context, row: Row, hostId: string) {
  const target = await ctx.db.host.findUnique({ where: { id: hostId } });
  if (!target) throw hostNotFound();
  const refuse = (reason: string) => new ServiceError("conflict", `The database can't be moved: ${reason}`);
  if (target.id === row.hostId) throw refuse(`it's on ${target.name} already.`);
  if (target.status !== "active") throw refuse(`${target.name} is ${target.status} and takes no databases.`);
  if (target.kind !== row.hostKind)
    throw refuse(`its organisation is on ${row.hostKind} hosts, and ${target.name} is ${target.kind}.`);
  if (target.serverVersionNum < Math.max(ctx.hosts.minimumVersionNum, majorOf(row.host.serverVersionNum))) {
    const [there, here] = [target, row.host].map((each) => formatServerVersion(each.serverVersionNum));
    const remedy = `Upgrade ${target.name}, or choose another host.`;
    throw refuse(`${target.name} runs PostgreSQL ${there}, which is too old for a database of ${here}. ${remedy}`);
  }
  return target;
}

const majorOf = (versionNum: number) => Math.floor(versionNum / 10_000) * 10_000;

async function journalMove(
  ctx: Context,
  row: Row,
  input: MoveDatabaseInput,
  { id: targetHostId, name: targetName }: { id: string; name: string },
): Promise<Move> {
  const { id: databaseId, organisationId, hostId, name } = row;
  return withTransaction(ctx, async (tx) => {
    const { status } = await findDatabase(tx, databaseId);
    await requireReady(tx, { id: databaseId, status });
    await requireNothingCleared(tx, databaseId);
    await requireNothingPending(tx, databaseId);
    await requireNothingKept(tx, input);
    if (!(await takePlace(tx, targetHostId))) throw noRoom();
    const subject = { organisationId, databaseId, hostId, targetHostId };
    return { id: await beginOperation(tx, { kind: "move", ...subject }), ...subject, name, targetName };
  });
}

/** Throws `database_not_ready` while an earlier move has left something that the next could meet. */
async function requireNothingCleared(tx: Context, databaseId: string): Promise<void> {
  if ((await tx.db.operation.count({ where: { databaseId, kind: "clear", status: "running" } })) === 0) return;
  const message = "A host isn't cleared of an earlier move yet. Try again soon, or run coppice db repair.";
  throw new ServiceError("database_not_ready", message, { retryAfterSeconds: 10 });
}

/** Copies, switches and clears. Returns for how long clients were kept out. */
async function carryOut(ctx: Context, ends: Ends, move: Move, copy: CopyContents): Promise<number> {
  let clearing: { id: string; pausedMilliseconds: number };
  try {
    const pausedAt = await copyToTarget(ctx, ends, move, copy);
    const id = await switchHost(ctx, move);
    clearing = { id, pausedMilliseconds: Math.round(performance.now() - pausedAt) };
  } catch (error) {
    await undoNow(ctx, ends, move, error);
    throw error;
  }
  ctx.crashPoint("move.switched");
  await clearNow(ctx, ends.source.session, clearing.id);
  return clearing.pausedMilliseconds;
}

/** When a host is gone as well, the reconciler undoes the move once it is back. */
async function undoNow(ctx: Context, { source, target }: Ends, move: Move, error: unknown): Promise<void> {
  try {
    const reason = error instanceof ServiceError ? error.message : "The move failed.";
    const clearingId = await undoMove(ctx, source.session, move, reason);
    if (clearingId !== null) await clearNow(ctx, target.session, clearingId);
  } catch (cause) {
    ctx.log.error({ err: cause, operationId: move.id }, "a failed move could not be undone yet");
  }
}
