import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { addBackgroundRunJob } from "@/lib/core/queue/add";
import { settleDataChanges, settleStatementsOfRun } from "@/lib/sql/data-changes/settle";
import { endRun } from "./end";
import { BACKGROUND_RUN_DAYS } from "./limits";
import { signalRun } from "./signal";

/** A process says every two seconds that its run goes on: after this time it has ended, or lost the control plane. */
const LOST_AFTER_MS = 60_000;
/** A job begins within moments, unless all workers are busy: then it waits in the queue. */
const QUEUED_MS = 60_000;
const DAY_MS = 86_400_000;
const BATCH = 50;

const LOST =
  "The service stopped while this statement ran. If it runs outside a transaction, such as CREATE INDEX CONCURRENTLY, a part of it may be done.";

/** Ends runs whose process died, queues those again whose job was lost, and deletes old ones. */
export async function settleBackgroundRuns(ctx: Context): Promise<void> {
  const before = (milliseconds: number) => new Date(ctx.clock.now().getTime() - milliseconds);
  await requeue(ctx, before(QUEUED_MS));
  const lost = await ctx.db.backgroundRun.findMany({
    where: { status: "running", seenAt: { lt: before(LOST_AFTER_MS) } },
    select: {
      ...{ id: true, organisationId: true, databaseId: true, statementCount: true, cancelledById: true },
      database: { select: { hostId: true } },
    },
    orderBy: { createdAt: "asc" },
    take: BATCH,
  });
  for (const run of lost) await settleLost(ctx, run);
  await ctx.db.backgroundRun.deleteMany({ where: { finishedAt: { lt: before(BACKGROUND_RUN_DAYS * DAY_MS) } } });
}

/** A job that is locked has begun, and its run would no longer be queued, had its process not died first. */
async function requeue(ctx: Context, before: Date): Promise<void> {
  const jobless = await ctx.db.$queryRaw<{ id: string; organisationId: string }[]>(Prisma.sql`
    SELECT run.id, run.organisation_id AS "organisationId" FROM background_run run
    LEFT JOIN graphile_worker.jobs job ON job.key = 'run-in-background:' || run.id
    WHERE run.status = 'queued' AND run.created_at < ${before}
      AND (job.id IS NULL OR job.locked_at IS NOT NULL OR job.attempts >= job.max_attempts)`);
  for (const { id, organisationId } of jobless) await addBackgroundRunJob(ctx, id, organisationId);
}

interface LostRun {
  id: string;
  organisationId: string;
  databaseId: string;
  statementCount: number;
  cancelledById: string | null;
  database: { hostId: string };
}

/** Ends the session of a run that lost its process, and then the run, by the outcome of its statements. */
async function settleLost(ctx: Context, run: LostRun): Promise<void> {
  const { id, organisationId, databaseId, statementCount } = run;
  // The work of a host that doesn't answer is not known yet.
  if (!(await signalRun(ctx, { id, databaseId, hostId: run.database.hostId }, "end"))) return;
  await settleDataChanges(ctx, { databaseId });
  if (!(await settleStatementsOfRun(ctx, { organisationId, backgroundRunId: id }, LOST))) return;
  const where = { backgroundRunId: id, status: "succeeded" };
  const done = await ctx.db.statement.count({ where });
  const undone = await ctx.db.statement.count({ where: { ...where, change: { status: "aborted" } } });
  const isDone = done === statementCount && undone === 0;
  const rolledBack = undone > 0 ? " The changes of its open transaction were rolled back." : "";
  const message = `The service stopped while the run was going on, after ${done} of ${statementCount} statements.${rolledBack}`;
  await endRun(ctx, run, ["running"], { status: isDone ? "succeeded" : "failed", message: isDone ? null : message });
}
