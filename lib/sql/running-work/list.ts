import { VISIBLE } from "@/lib/core/access/databases";
import { isPermitted, requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { RunningWork } from "./resource";

const MAX_EACH = 20;
/** Statements that take less are not worth a line. */
const STATEMENT_AFTER_MS = 2_000;
/** The reconciler settles by then what a crash left. */
const FORGOTTEN_AFTER_MS = 60 * 60_000;
const OPERATIONS = ["restore-point", "restore"] as const;

/**
 * Returns what runs in the organisation, newest first: databases and branches being made, restore points taken or
 * restored, and the actor's own statements and imports.
 */
export async function listRunningWork(ctx: Context): Promise<{ items: RunningWork[] }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const now = ctx.clock.now().getTime();
  const [databases, operations, statements] = await Promise.all([
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
    isPermitted(ctx.actor, "data:read") ? findStatements(ctx, organisationId, now) : [],
  ]);
  const names = await namesOf(ctx, organisationId, [...operations, ...statements]);
  const items: RunningWork[] = [
    ...databases.map(({ id, name, parentDatabaseId, createdAt }) => ({
      ...{ id, databaseId: id, databaseName: name, startedAt: createdAt.toISOString() },
      kind: parentDatabaseId === null ? ("create" as const) : ("branch" as const),
    })),
    ...operations.flatMap(({ id, kind, databaseId, createdAt }) => {
      const found = OPERATIONS.find((one) => one === kind);
      const databaseName = names.get(databaseId);
      if (found === undefined || databaseName === undefined) return [];
      return [{ id, kind: found, databaseId, databaseName, startedAt: createdAt.toISOString() }];
    }),
    ...statements.flatMap(({ id, command, databaseId, startedAt }) => {
      const databaseName = names.get(databaseId);
      if (databaseName === undefined) return [];
      const kind = command === "COPY" ? ("import" as const) : ("statement" as const);
      return [{ id, kind, databaseId, databaseName, startedAt: startedAt.toISOString() }];
    }),
  ];
  return { items: items.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt)) };
}

function findStatements(ctx: Context, organisationId: string, now: number) {
  const startedAt = { lt: new Date(now - STATEMENT_AFTER_MS), gt: new Date(now - FORGOTTEN_AFTER_MS) };
  return ctx.db.statement.findMany({
    where: { organisationId, actorId: ctx.actor.id, status: "running", startedAt },
    select: { id: true, command: true, databaseId: true, startedAt: true },
    orderBy: { startedAt: "desc" },
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
