import type { CommandSession } from "@/lib/cli/command-line";
import { SILENCE_MS } from "@/lib/hosting/status/silence";
import { type Check, fail, ok } from "./checks";

/** A job waits no longer than this while a worker is well. */
const LATE_MS = 600_000;

/** Checks that a worker runs, and that no job of the queue waits for long. */
export async function checkWorker({ ctx, isServing }: CommandSession): Promise<Check[]> {
  if (!isServing) return [ok("worker", "starts with the service")];
  const now = ctx.clock.now().getTime();
  const beatAt = { gte: new Date(now - SILENCE_MS) };
  const workers = await ctx.db.serviceInstance.count({ where: { service: "worker", endedAt: null, beatAt } });
  if (workers === 0) {
    const advice = "Start the service, or a process with COPPICE_ROLES=worker. Its log says why it ended.";
    return [fail("worker", "none runs: no email leaves, and no database is created", advice)];
  }
  const [oldest] = await ctx.db.$queryRaw<{ task: string; runAt: Date }[]>`
    SELECT task_identifier AS task, run_at AS "runAt" FROM graphile_worker.jobs
    WHERE locked_at IS NULL AND attempts < max_attempts ORDER BY run_at LIMIT 1`;
  if (oldest && now - oldest.runAt.getTime() > LATE_MS) {
    const detail = `${workers} running, but ${oldest.task} waits since ${oldest.runAt.toISOString()}`;
    return [fail("worker", detail, "Start more processes with COPPICE_ROLES=worker, or look for errors in their log.")];
  }
  return [ok("worker", `${workers} running, and no job waits for long`)];
}
