import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import type { DatabaseHost, HostFacts } from "@/lib/core/ports/database-host";
import { addReconcileJob } from "@/lib/core/queue/add";
import { dropForgottenShellConnections } from "@/lib/hosting/shell-connections/drop-forgotten";
import { settleIfAbandoned } from "@/lib/jobs/settle";
import { confirm, type Differences, differences, RUNNING_RESTORE, readRows } from "./differences";

export interface HostReport extends Differences {
  hostId: string;
  name: string;
  /** Why the host could not be reconciled; `null` when it was. */
  unreachable: string | null;
  /** The operations that a crash had left, and how each ended. */
  settled: { operationId: string; kind: string; databaseId: string; outcome: "settled" | "running" | "failed" }[];
  /** The databases that were closed although no operation was changing them. They are open again. */
  reopened: string[];
  /** The copies of restore points that were open. They are closed again. */
  closed: string[];
  /** The expired shell roles of this control plane's databases that no row named. They are dropped. */
  dropped: string[];
}

/** Compares the rows with every host, and finishes or undoes the operations that a crash interrupted. */
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

/** Returns whether the host did not answer, or the locks of an interrupted operation were still held. */
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

/** Opens a database that was left closed: with its lock free, only an interrupted restore needs it closed. */
async function reopen(ctx: Context, host: DatabaseHost, id: string): Promise<boolean> {
  const done = await host.tryLock([id], async (session) => {
    if ((await ctx.db.database.count({ where: { id, status: "ready" } })) === 0) return false;
    if ((await ctx.db.operation.count({ where: { databaseId: id, ...RUNNING_RESTORE } })) > 0) return false;
    await session.openDatabase(id);
    return true;
  });
  return done === true;
}

/** Closes a copy that a crash left open while a role it holds grants to was being dropped. */
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
  const { serverVersionNum, systemIdentifier } = facts;
  await ctx.db.host.updateMany({
    where: { id: hostId, serverVersionNum: { not: serverVersionNum } },
    data: { serverVersionNum },
  });
  try {
    // Hosts of earlier versions have none.
    await ctx.db.host.updateMany({ where: { id: hostId, systemIdentifier: null }, data: { systemIdentifier } });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    ctx.log.warn({ hostId }, "two hosts are the same cluster, so its capacity is counted twice");
  }
}
