import { undoBranch } from "@/lib/branches/undo";
import type { Context } from "@/lib/context";
import { rotateWithSession } from "@/lib/credentials/rotate";
import { deleteWithSession } from "@/lib/databases/delete";
import { provisionWithSession } from "@/lib/databases/provision";
import { failOperation } from "@/lib/operations/journal";
import type { DatabaseHost, HostFacts, HostSession } from "@/lib/ports/database-host";

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
    await compareWithHost(ctx, host, await host.inspect(), report);
  } catch (error) {
    ctx.log.error({ err: error, hostId: id }, "a host could not be reconciled");
    report.unreachable = error instanceof Error ? error.message : String(error);
  }
  return report;
}

type OperationRow = Awaited<ReturnType<Context["db"]["operation"]["findMany"]>>[number];

/** Whoever runs an operation holds the host's lock of its databases: one whose locks are free was left by a crash. */
async function settleOperations(ctx: Context, host: DatabaseHost, report: HostReport): Promise<void> {
  const running = await ctx.db.operation.findMany({
    where: { hostId: report.hostId, status: "running" },
    orderBy: { createdAt: "asc" },
  });
  for (const operation of running) {
    const { id: operationId, kind, databaseId } = operation;
    const parentId = await parentOf(ctx, operation);
    const ids = parentId === null ? [databaseId] : [parentId, databaseId];
    try {
      const outcome = await host.tryLock(ids, (session) => settle(ctx, session, operation, parentId));
      report.settled.push({ operationId, kind, databaseId, outcome: outcome ?? "running" });
    } catch (error) {
      ctx.log.error({ err: error, operationId }, "an operation could not be settled");
      report.settled.push({ operationId, kind, databaseId, outcome: "failed" });
    }
  }
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
): Promise<"settled"> {
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
    case "branch":
      if (parentId === null) await failOperation(ctx, operation.id, "The row of the branch is gone.");
      else await undoBranch(ctx, session, { ...operation, parentId }, "The process that made the branch ended.");
      break;
  }
  return "settled";
}

async function compareWithHost(ctx: Context, host: DatabaseHost, facts: HostFacts, report: HostReport): Promise<void> {
  const rows = await ctx.db.database.findMany({ where: { hostId: report.hostId }, select: { id: true, status: true } });
  const known = new Set(rows.map((row) => row.id));
  const ready = new Set(rows.filter((row) => row.status === "ready").map((row) => row.id));
  const onHost = new Map(facts.databases.map((database) => [database.id, database]));
  report.missing = [...ready].filter((id) => !onHost.has(id));
  report.orphans = [...new Set([...onHost.keys(), ...facts.roles])].filter((id) => !known.has(id));
  for (const { id, acceptsConnections } of facts.databases) {
    if (!acceptsConnections && ready.has(id) && (await reopen(host, id))) report.reopened.push(id);
  }
  await updateFacts(ctx, report.hostId, facts);
  if (report.missing.length > 0 || report.orphans.length > 0) {
    ctx.log.warn({ hostId: report.hostId, missing: report.missing, orphans: report.orphans }, "host and rows differ");
  }
}

/** A branch closes its parent only while it holds the parent's lock: a free lock means that nobody wants it closed. */
async function reopen(host: DatabaseHost, id: string): Promise<boolean> {
  const done = await host.tryLock([id], async (session) => {
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
