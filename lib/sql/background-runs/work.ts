import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { RunBudget } from "../statements/run-budget";
import { runText } from "../statements/run-text";
import { endRun, type RunEnd } from "./end";
import { findRunActor } from "./find-actor";
import { BACKGROUND_LIMITS } from "./limits";
import { RunReport } from "./report";
import { openContent } from "./stored-run";
import { NOT_PERMITTED, RunWatch } from "./watch";

/** More sessions than a database may have. */
const MAX_LOOKED_AT = 2_000;

interface Attempt {
  isLast: boolean;
  signal: AbortSignal;
}

/**
 * Runs a queued run as a job, once: it is claimed before its first statement, and a claimed run never begins again. A
 * database that is being changed at the moment makes the queue try again.
 */
export async function workOnBackgroundRun(ctx: Context, { runId }: { runId: string }, attempt: Attempt): Promise<void> {
  const queued = await ctx.db.backgroundRun.findFirst({
    where: { id: runId, status: "queued" },
    select: { id: true, organisationId: true, databaseId: true, memberId: true, content: true },
  });
  if (!queued?.content) return;
  const { content, ...run } = queued;
  const actor = await findRunActor(ctx, run);
  if (!actor) return void (await endRun(ctx, run, ["queued"], { status: "failed", message: NOT_PERMITTED }));
  const member = { ...ctx, actor };
  const database = await findDatabase(member, run, attempt.isLast);
  if (!database || !(await claim(ctx, run))) return;
  ctx.crashPoint("background-run.claimed");
  await execute(member, { ...run, hostId: database.hostId }, openContent(ctx, runId, content), attempt.signal);
}

type Run = { id: string; organisationId: string; databaseId: string; memberId: string };

/** Returns `null` where the run has ended, since there is no database to run it in. */
async function findDatabase(ctx: Context, run: Run, isLast: boolean) {
  try {
    return await getReadyDatabase(ctx, run.organisationId, run.databaseId);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "database_not_ready" && !isLast) throw error;
    await endRun(ctx, run, ["queued"], { status: "failed", message: error.message });
    return null;
  }
}

async function claim(ctx: Context, { id, organisationId }: Run): Promise<boolean> {
  const now = ctx.clock.now();
  const { count } = await ctx.db.backgroundRun.updateMany({
    where: { id, organisationId, status: "queued" },
    data: { status: "running", startedAt: now, seenAt: now },
  });
  return count > 0;
}

async function execute(
  ctx: Context,
  run: Run & { hostId: string },
  { isConfirmed, settings, from = 0, ...content }: ReturnType<typeof openContent>,
  stopping: AbortSignal,
): Promise<void> {
  const watch = new RunWatch(ctx, run, stopping);
  const budget = new RunBudget(BACKGROUND_LIMITS, watch.signal);
  const report = new RunReport(content.text);
  const record = { id: run.id, keepSession: (session: CustomerSession) => keepSession(ctx, run, session) };
  const database = { id: run.databaseId, hostId: run.hostId, organisationId: run.organisationId };
  const confirmed = isConfirmed ? { from, settings } : undefined;
  let thrown: RunEnd | null = null;
  try {
    const input = { ...content, runId: run.id, mode: "run" as const, from, confirmed };
    await runText({ ctx, database, budget, record }, input, async (outcome) => {
      report.add(outcome);
      await watch.look();
    });
  } catch (error) {
    thrown = endByError(ctx, run, error);
  } finally {
    watch.close();
    budget.close();
  }
  ctx.crashPoint("background-run.ran");
  // An event after the last statement has stopped nothing.
  const end = thrown ? (watch.end ?? thrown) : report.end();
  await endRun(ctx, run, ["running"], { ...end, ...report.facts(ctx, run.id) });
}

/** Keeps by which backend the run is found, before a statement of the customer can change its name. */
async function keepSession(
  ctx: Context,
  { id, organisationId, databaseId, hostId }: Run & { hostId: string },
  session: CustomerSession,
): Promise<void> {
  const { rows } = await session.query("SELECT pg_catalog.pg_backend_pid()");
  const backendPid = Number(rows[0]?.[0]);
  const sessions = await (await ctx.hosts.get(hostId)).listSessions(databaseId, MAX_LOOKED_AT);
  const backendStartedAt = sessions.find(({ pid }) => pid === backendPid)?.startedAt ?? null;
  const data = { backendPid, backendStartedAt };
  await ctx.db.backgroundRun.updateMany({ where: { id, organisationId, status: "running" }, data });
}

function endByError(ctx: Context, { id: runId }: Run, error: unknown): RunEnd {
  if (error instanceof ServiceError) return { status: "failed", message: error.message };
  ctx.log.error({ err: error, runId, requestId: ctx.requestId }, "a run in the background failed");
  return { status: "failed", message: "Something went wrong in the service. Its log has the cause." };
}
