import type { Context } from "@/lib/core/context";
import { cancelBackgroundRun } from "@/lib/sql/background-runs/cancel";
import { getBackgroundRun } from "@/lib/sql/background-runs/get";
import type { BackgroundRun } from "@/lib/sql/background-runs/resource";
import { startBackgroundRun } from "@/lib/sql/background-runs/start";
import { workOnBackgroundRun } from "@/lib/sql/background-runs/work";
import type { HostingService } from "./databases";

type Options = Partial<Omit<Parameters<typeof startBackgroundRun>[1], "databaseId" | "text">>;

/** Queues a text whose statements nothing refuses. Restore points are confirmed, as the editor does once it has asked. */
export async function startRun(
  ctx: Context,
  databaseId: string,
  text: string,
  options: Options = { confirmed: { from: 0, settings: [] } },
): Promise<BackgroundRun> {
  const { run, refused } = await startBackgroundRun(ctx, { databaseId, text, ...options });
  if (!run) throw new Error(`${text} was refused: ${"message" in refused ? refused.message : ""}`);
  return run;
}

/** Does the job of a run as the worker does, until the run has ended or `signal` says that the worker stops. */
export async function workOn(
  service: HostingService,
  runId: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await workOnBackgroundRun(await service.worker(), { runId }, { isLast: false, signal });
}

/** Queues a text, has it run and returns the outcome of it. */
export async function runInBackground(
  service: HostingService,
  ctx: Context,
  databaseId: string,
  text: string,
  options?: Options,
): Promise<BackgroundRun> {
  const { id: runId } = await startRun(ctx, databaseId, text, options);
  await workOn(service, runId);
  return getBackgroundRun(ctx, { databaseId, runId });
}

/** Cancels the runs of a database that wait or go on, so that others have their places. */
export async function cancelRuns(ctx: Context, databaseId: string): Promise<void> {
  const live = await ctx.db.backgroundRun.findMany({
    where: { databaseId, finishedAt: null },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  for (const { id: runId } of live) await cancelBackgroundRun(ctx, { databaseId, runId });
}
