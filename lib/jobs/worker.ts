import {
  Logger as GraphileLogger,
  parseCronItems,
  type RunnerOptions,
  run,
  runMigrations,
  type Task,
} from "graphile-worker";
import type pg from "pg";
import { WORKER } from "@/lib/core/access/service-actor";
import { createId } from "@/lib/core/ids";
import type { Runtime } from "@/lib/runtime";
import { announceDueJobs } from "./due-jobs";
import { fairFetches } from "./fair-fetches";
import { keepWorkerSession } from "./living-workers";
import { patientPool, startPatiently } from "./patient-pool";
import { JOBS, type Job } from "./table";
import { Turns } from "./turns";

const SHARED_WORKERS = 6;
/** Jobs are announced; the poll of each worker is for the time in which the connection that hears of them is lost. */
const POLL_MS = 60_000;

/** Creates the queue's own schema, which must exist before the first job is added. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quietLogger });
}

/** Runs jobs until `stop` is called, which waits for those that are running. */
export async function startWorker(
  runtime: Runtime,
  table: Readonly<Record<string, Job<never>>> = JOBS,
): Promise<{ stop(): Promise<void> }> {
  const jobs: NamedJob[] = Object.entries(table);
  const session = keepWorkerSession(runtime);
  const start = (concurrency: number, some: readonly NamedJob[]) =>
    startRunner(runtime, concurrency, some, session.add);
  const runners = await Promise.all([
    start(
      SHARED_WORKERS,
      jobs.filter(([, { workers }]) => workers === undefined),
    ),
    ...jobs.flatMap((job) => (job[1].workers === undefined ? [] : [start(job[1].workers, [job])])),
    // The module is loaded at the start: the first mail need not wait, and a later build cannot remove its files.
    import("@/lib/sign-in/mail/render").then(() => null),
  ]);
  const parts = [...runners, announceDueJobs(runtime)];
  const stop = async () => {
    await Promise.all(parts.map((part) => part?.stop()));
    // Until its last job has ended, the process says that it lives.
    await session.stop();
  };
  return { stop };
}

type NamedJob = [name: string, job: Job<never>];

async function startRunner(
  runtime: Runtime,
  concurrency: number,
  jobs: readonly NamedJob[],
  onNamed: (name: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const { pool, settled } = patientPool(runtime.pool);
  const fair = fairFetches(concurrency, runtime.log);
  fair.events?.once("pool:create", ({ workerPool }) => onNamed(workerPool.id));
  const options: RunnerOptions = {
    pgPool: pool,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    ...(jobs.every(([, { stopsAtOnce }]) => stopsAtOnce) && { gracefulShutdownAbortTimeout: 0 }),
    logger: loggerFor(runtime),
    concurrency,
    ...fair,
    taskList: Object.fromEntries(jobs.map(([name, job]) => [name, taskOf(runtime, name, job, concurrency)])),
    parsedCronItems: parseCronItems(
      jobs.flatMap(([name, { every }]) =>
        every === undefined ? [] : [{ task: name, identifier: name, match: every }],
      ),
    ),
  };
  const runner = await startPatiently(() => run(options));
  return { stop: () => runner.stop().then(settled) };
}

/** Returns the task of a job, which the queue calls with the payload that was added. */
function taskOf(runtime: Runtime, name: string, job: Job<never>, places: number): Task {
  const context = async () => {
    await runtime.settings.renew();
    return runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) });
  };
  if ("takeTurn" in job) {
    const turns = new Turns(name, places, job.takeTurn);
    return async (_, { abortSignal }) => turns.run(await context(), runtime.log, abortSignal);
  }
  return async (payload, { job: { attempts, max_attempts }, abortSignal: signal }) => {
    await job.run(await context(), payload as never, { isLast: attempts >= max_attempts, signal });
  };
}

const quietLogger = new GraphileLogger(() => () => {});

function loggerFor(runtime: Runtime): GraphileLogger {
  const log = runtime.log.child({ part: "jobs" });
  return new GraphileLogger(() => (level, message, meta) => {
    if (level === "error") log.error({ err: meta?.error }, message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
}
