import { isPermitted } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { Prisma } from "@/lib/core/db/generated/client";
import { findPeople } from "@/lib/people/members/find-people";
import { type BackgroundRun, RUN_STATUSES, type RunStatement } from "./resource";
import { openResults } from "./stored-run";

/** More statements of one run are in the history alone. */
const MAX_STATEMENTS = 100;

const COLUMNS = {
  ...{ id: true, status: true, memberId: true, text: true, statementCount: true, message: true, results: true },
  ...{ failureLine: true, failureColumn: true, cancelledById: true },
  ...{ createdAt: true, startedAt: true, finishedAt: true },
  statements: {
    orderBy: [{ positionInRun: "asc" }, { id: "asc" }],
    take: MAX_STATEMENTS,
    select: {
      ...{ id: true, text: true, command: true, status: true, rowCount: true, durationMicros: true, message: true },
    },
  },
} as const satisfies Prisma.BackgroundRunSelect;

/** Returns the newest runs of `where`, at most `take`. */
export async function findBackgroundRuns(
  ctx: Context,
  where: Prisma.BackgroundRunWhereInput,
  take: number,
): Promise<BackgroundRun[]> {
  const rows = await ctx.db.backgroundRun.findMany({
    where,
    select: COLUMNS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
  });
  const people = await findPeople(
    ctx,
    rows.map(({ memberId }) => memberId),
  );
  return rows.map((row) => toBackgroundRun(ctx, row, people.get(row.memberId) ?? null));
}

type RunRow = Prisma.BackgroundRunGetPayload<{ select: typeof COLUMNS }>;

function toBackgroundRun(ctx: Context, row: RunRow, person: BackgroundRun["person"]): BackgroundRun {
  const { id, text, statementCount, message, failureLine: line, failureColumn: column } = row;
  return {
    ...{ id, text, statementCount, message, person },
    status: RUN_STATUSES.find((status) => status === row.status) ?? "failed",
    statements: statementsOf(ctx, row),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    failedAt: line === null || column === null ? null : { line, column },
    isCancelled: row.cancelledById !== null,
  };
}

function statementsOf(ctx: Context, { id, results, statements }: RunRow): RunStatement[] {
  // A reader without the right to change data reads as a role that may be shown fewer rows.
  const kept = results === null || !isPermitted(ctx.actor, "data:write") ? [] : openResults(ctx, id, results);
  const rowsOf = new Map(kept.map((rows) => [rows.statementId, rows]));
  return statements.map(({ rowCount, durationMicros, ...statement }) => ({
    ...statement,
    rowCount: rowCount === null ? null : Number(rowCount),
    durationMicros: durationMicros === null ? null : Number(durationMicros),
    rows: rowsOf.get(statement.id) ?? null,
  }));
}
