import type { Context } from "@/lib/context";
import { settleIfAbandoned } from "@/lib/operations/settle";
import type { DatabaseHost, HostFacts } from "@/lib/ports/database-host";

export interface HostReport {
  hostId: string;
  name: string;
  /** `null` when the host answered. */
  unreachable: string | null;
  /** Operations a crash had left, and what became of them. */
  settled: { operationId: string; kind: string; databaseId: string; outcome: "settled" | "running" | "failed" }[];
  /** Databases found closed although nothing changed them, now open again. */
  reopened: string[];
  /** Databases and roles on the host that no row names. They are never dropped without the operator's word. */
  orphans: string[];
  /** Databases that a row says are ready and the host does not have. */
  missing: string[];
}

/** Compares what the control plane says with what every host holds, and finishes or undoes what a crash left. */
export async function reconcile(ctx: Context): Promise<HostReport[]> {
  const hosts = await ctx.db.host.findMany({ select: { id: true, name: true } });
  return Promise.all(hosts.map((host) => reconcileHost(ctx, host)));
}

async function reconcileHost(ctx: Context, { id, name }: { id: string; name: string }): Promise<HostReport> {
  const report: HostReport = {
    hostId: id,
    name,
    unreachable: null,
    settled: [],
    reopened: [],
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
    if (acceptsConnections || isBroken || rows.get(id) !== "ready") continue;
    if (await reopen(ctx, host, id)) report.reopened.push(id);
  }
  await updateFacts(ctx, report.hostId, facts);
  Object.assign(report, await confirm(ctx, host, report.hostId, differences(facts, rows)));
  if (report.missing.length > 0 || report.orphans.length > 0) {
    ctx.log.warn({ hostId: report.hostId, missing: report.missing, orphans: report.orphans }, "host and rows differ");
  }
}

type Differences = Pick<HostReport, "missing" | "orphans">;

function differences(facts: HostFacts, rows: ReadonlyMap<string, string>): Differences {
  const usable = new Set(facts.databases.filter(({ isBroken }) => !isBroken).map(({ id }) => id));
  const held = new Set([...facts.databases.map(({ id }) => id), ...facts.roles]);
  return {
    missing: [...rows].filter(([id, status]) => status === "ready" && !usable.has(id)).map(([id]) => id),
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

async function readRows(ctx: Context, hostId: string): Promise<Map<string, string>> {
  const rows = await ctx.db.database.findMany({ where: { hostId }, select: { id: true, status: true } });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** A branch closes its parent only while it holds the parent's lock: a free lock means that nobody wants it closed. */
async function reopen(ctx: Context, host: DatabaseHost, id: string): Promise<boolean> {
  const done = await host.tryLock([id], async (session) => {
    if ((await ctx.db.database.count({ where: { id, status: "ready" } })) === 0) return false;
    await session.openDatabase(id);
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
