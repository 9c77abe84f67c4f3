import { VISIBLE } from "@/lib/core/access/databases";
import { isPermitted, requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { RunningWork } from "./resource";

const MAX_EACH = 20;
/** Statements that take less are not worth a line. */
const STATEMENT_AFTER_MS = 2_000;
/** The reconciler settles the remains of a crash by then. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;
const OPERATIONS = ["restore-point", "restore", "move"] as const;

/**
 * Returns the tasks that run in the organisation, newest first: databases and branches being made, restore points taken
 * or restored, databases moved to another host, and the actor's own statements, imports and runs in the background.
 */
export async function listRunningWork(ctx: Context): Promise<{ items: RunningWork[] }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const now = ctx.clock.now().getTime();
  const isReader = isPermitted(ctx.actor, "data:read");
  const [databases, operations, statements, runs] = await Promise.all([
    ctx.db.database.findMany({
      where: { organisationId, status: "provisioning" },
      select: { id: true, name: true, parentDatabaseId: true, createdAt: true },
      orderBy: { createdAt: "desc" },
      take: MAX_EACH,
    }),
    ctx.db.operation.findMany({
      where: { organisationId, status: "running", kind: { in: [...OPERATIONS] } },
      select: { id: true, kind: true, databaseId: true, createdAt: true },
      orderBy: { createdAt: "desc" },
      take: MAX_EACH,
    }),
    isReader ? findStatements(ctx, organisationId, now) : [],
    isReader ? findRuns(ctx, organisationId) : [],
  ]);
  const names = await namesOf(ctx, organisationId, [...operations, ...statements, ...runs]);
  const items: RunningWork[] = [
    ...databases.map(({ id, name, parentDatabaseId, createdAt }) => ({
      ...{ id, databaseId: id, databaseName: name, startedAt: createdAt.toISOString(), isQueued: false },
      kind: parentDatabaseId === null ? ("create" as const) : ("branch" as const),
    })),
    ...operations.flatMap(({ id, kind, databaseId, createdAt }) => {
      const found = OPERATIONS.find((one) => one === kind);
      const databaseName = names.get(databaseId);
      if (found === undefined || databaseName === undefined) return [];
      return [{ id, kind: found, databaseId, databaseName, startedAt: createdAt.toISOString(), isQueued: false }];
    }),
    ...statements.flatMap(({ id, command, databaseId, startedAt }) => {
      const databaseName = names.get(databaseId);
      if (databaseName === undefined) return [];
      const kind = command === "COPY" ? ("import" as const) : ("statement" as const);
      return [{ id, kind, databaseId, databaseName, startedAt: startedAt.toISOString(), isQueued: false }];
    }),
    ...runs.flatMap(({ id, databaseId, status, createdAt, startedAt }) => {
      const databaseName = names.get(databaseId);
      if (databaseName === undefined) return [];
      const [kind, at] = ["background-run" as const, (startedAt ?? createdAt).toISOString()];
      return [{ id, kind, databaseId, databaseName, startedAt: at, isQueued: status === "queued" }];
    }),
  ];
  return { items: items.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt)) };
}

function findStatements(ctx: Context, organisationId: string, now: number) {
  const startedAt = { lt: new Date(now - STATEMENT_AFTER_MS), gt: new Date(now - FORGOTTEN_AFTER_MS) };
  return ctx.db.statement.findMany({
    where: { organisationId, actorId: ctx.actor.id, status: "running", startedAt, backgroundRunId: null },
    select: { id: true, command: true, databaseId: true, startedAt: true },
    orderBy: { startedAt: "desc" },
    take: MAX_EACH,
  });
}

function findRuns(ctx: Context, organisationId: string) {
  return ctx.db.backgroundRun.findMany({
    where: { organisationId, memberId: ctx.actor.id, status: { in: ["queued", "running"] } },
    select: { id: true, databaseId: true, status: true, createdAt: true, startedAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_EACH,
  });
}

async function namesOf(ctx: Context, organisationId: string, of: readonly { databaseId: string }[]) {
  const id = { in: of.map(({ databaseId }) => databaseId) };
  const found = await ctx.db.database.findMany({
    where: { organisationId, ...VISIBLE, id },
    select: { id: true, name: true },
  });
  return new Map(found.map(({ id: databaseId, name }) => [databaseId, name]));
}
