import type { Context } from "@/lib/core/context";
import type { DatabaseHost, HostFacts } from "@/lib/core/ports/database-host";
import { addReconcileJob } from "@/lib/core/queue/add";
import { stagingIdOf } from "@/lib/hosting/databases/staging";
import { dropForgottenShellConnections } from "@/lib/hosting/shell-connections/drop-forgotten";
import { settleIfAbandoned } from "@/lib/jobs/settle";

export interface HostReport {
  hostId: string;
  name: string;
  /** `null` when the host answered. */
  unreachable: string | null;
  /** Operations a crash had left, and what became of them. */
  settled: { operationId: string; kind: string; databaseId: string; outcome: "settled" | "running" | "failed" }[];
  /** Databases found closed although nothing changed them, now open again. */
  reopened: string[];
  /** Copies of restore points found open, now closed again. */
  closed: string[];
  /** Shell roles that no row named, past their time and of this control plane's databases. */
  dropped: string[];
  /** Databases and other roles on the host that no row names. They are never dropped without the operator's word. */
  orphans: string[];
  /** Databases and copies that a row says are ready and the host does not have. */
  missing: string[];
}

/** Compares what the control plane says with what every host holds, and finishes or undoes what a crash left. */
export async function reconcile(ctx: Context): Promise<HostReport[]> {
  const hosts = await ctx.db.host.findMany({ select: { id: true, name: true } });
  return Promise.all(hosts.map((host) => reconcileHost(ctx, host)));
}

const LOOK_AGAIN_AFTER_SECONDS = 10;

/** Reconciles every host, and does so again soon while something that a crash left is still there. */
export async function reconcileUntilSettled(ctx: Context): Promise<void> {
  const reports = await reconcile(ctx);
  if (reports.some(isUnsettled)) await addReconcileJob(ctx, LOOK_AGAIN_AFTER_SECONDS);
}

/** The host did not answer, or the locks of an operation were not free yet. */
function isUnsettled(report: HostReport): boolean {
  return report.unreachable !== null || report.settled.some(({ outcome }) => outcome !== "settled");
}

async function reconcileHost(ctx: Context, { id, name }: { id: string; name: string }): Promise<HostReport> {
  const report: HostReport = {
    hostId: id,
    name,
    unreachable: null,
    settled: [],
    reopened: [],
    closed: [],
    dropped: [],
    orphans: [],
    missing: [],
  };
  try {
    const host = await ctx.hosts.get(id);
    await settleOperations(ctx, host, report);
    await compareWithHost(ctx, host, report);
  } catch (error) {
    ctx.log.error({ err: error, hostId: id }, "a host could not be reconciled");
    report.unreachable = error instanceof Error ? error.message : String(error);
  }
  return report;
}

async function settleOperations(ctx: Context, host: DatabaseHost, report: HostReport): Promise<void> {
  const running = await ctx.db.operation.findMany({
    where: { hostId: report.hostId, status: "running" },
    orderBy: { createdAt: "asc" },
  });
  for (const operation of running) {
    const { id: operationId, kind, databaseId } = operation;
    try {
      const outcome = await settleIfAbandoned(ctx, host, operation);
      report.settled.push({ operationId, kind, databaseId, outcome });
    } catch (error) {
      ctx.log.error({ err: error, operationId }, "an operation could not be settled");
      report.settled.push({ operationId, kind, databaseId, outcome: "failed" });
    }
  }
}

async function compareWithHost(ctx: Context, host: DatabaseHost, report: HostReport): Promise<void> {
  const facts = await host.inspect();
  const rows = await readRows(ctx, report.hostId);
  for (const { id, acceptsConnections, isBroken } of facts.databases) {
    const row = rows.get(id);
    if (isBroken || row?.status !== "ready" || acceptsConnections !== (row.copyOf !== null)) continue;
    if (row.copyOf === null && (await reopen(ctx, host, id))) report.reopened.push(id);
    if (row.copyOf !== null && (await closeCopy(ctx, host, { id, copyOf: row.copyOf }))) report.closed.push(id);
  }
  await updateFacts(ctx, report.hostId, facts);
  const { missing, orphans } = await confirm(ctx, host, report.hostId, differences(facts, rows));
  report.dropped = await dropForgottenShellConnections(ctx, host, { hostId: report.hostId, orphans });
  report.missing = missing;
  report.orphans = orphans.filter((id) => !report.dropped.includes(id));
  if (report.missing.length > 0 || report.orphans.length > 0) {
    ctx.log.warn({ hostId: report.hostId, missing: report.missing, orphans: report.orphans }, "host and rows differ");
  }
}

type Differences = Pick<HostReport, "missing" | "orphans">;

function differences(facts: HostFacts, rows: ReadonlyMap<string, Row>): Differences {
  const usable = new Set(facts.databases.filter(({ isBroken }) => !isBroken).map(({ id }) => id));
  const held = new Set([...facts.databases.map(({ id }) => id), ...facts.roles]);
  return {
    missing: [...rows].filter(([id, { status }]) => status === "ready" && !usable.has(id)).map(([id]) => id),
    orphans: [...held].filter((id) => !rows.has(id)),
  };
}

/** Host and rows are read one after the other, so a change in between looks like a difference; a second look tells. */
async function confirm(ctx: Context, host: DatabaseHost, hostId: string, first: Differences): Promise<Differences> {
  if (first.missing.length === 0 && first.orphans.length === 0) return first;
  const facts = await host.inspect();
  const second = differences(facts, await readRows(ctx, hostId));
  return {
    missing: first.missing.filter((id) => second.missing.includes(id)),
    orphans: first.orphans.filter((id) => second.orphans.includes(id)),
  };
}

interface Row {
  /** `moving` while a restore has the database under another name. */
  status: string;
  /** The database that a restore point's copy was made from; `null` for a database itself. */
  copyOf: string | null;
}

async function readRows(ctx: Context, hostId: string): Promise<Map<string, Row>> {
  const [databases, points, restores, shellRoles] = await Promise.all([
    ctx.db.database.findMany({ where: { hostId }, select: { id: true, status: true } }),
    ctx.db.restorePoint.findMany({ where: { hostId }, select: { copyId: true, databaseId: true, status: true } }),
    ctx.db.operation.findMany({ where: { hostId, ...RUNNING_RESTORE }, select: { databaseId: true } }),
    ctx.db.shellRole.findMany({ where: { hostId }, select: { id: true } }),
  ]);
  const moving = new Set(restores.map(({ databaseId }) => databaseId));
  return new Map([
    ...databases.map(({ id, status }): [string, Row] => [
      id,
      { status: moving.has(id) ? "moving" : status, copyOf: null },
    ]),
    ...points.flatMap(({ copyId, databaseId, status }): [string, Row][] => {
      const copy: [string, Row] = [copyId, { status, copyOf: databaseId }];
      return status === "creating" ? [copy, [stagingIdOf(copyId), { status, copyOf: databaseId }]] : [copy];
    }),
    ...shellRoles.map(({ id }): [string, Row] => [id, { status: "shell-role", copyOf: null }]),
  ]);
}

const RUNNING_RESTORE = { status: "running", kind: "restore" } as const;

/**
 * A branch or a restore point closes a database only while it holds its lock: a free lock means that nobody wants it
 * closed, except for a restore that was cut short and could not be finished yet.
 */
async function reopen(ctx: Context, host: DatabaseHost, id: string): Promise<boolean> {
  const done = await host.tryLock([id], async (session) => {
    if ((await ctx.db.database.count({ where: { id, status: "ready" } })) === 0) return false;
    if ((await ctx.db.operation.count({ where: { databaseId: id, ...RUNNING_RESTORE } })) > 0) return false;
    await session.openDatabase(id);
    return true;
  });
  return done === true;
}

/** Opened for a moment when a role that the copy holds grants to was dropped, and left open by a crash. */
async function closeCopy(
  ctx: Context,
  host: DatabaseHost,
  { id, copyOf }: { id: string; copyOf: string },
): Promise<boolean> {
  const done = await host.tryLock([copyOf], async (session) => {
    if ((await ctx.db.restorePoint.count({ where: { copyId: id, status: "ready" } })) === 0) return false;
    await session.closeDatabase(id);
    return true;
  });
  return done === true;
}

async function updateFacts(ctx: Context, hostId: string, facts: HostFacts): Promise<void> {
  await ctx.db.host.updateMany({
    where: { id: hostId, serverVersionNum: { not: facts.serverVersionNum } },
    data: { serverVersionNum: facts.serverVersionNum },
  });
}
