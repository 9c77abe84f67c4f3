import { EventEmitter } from "node:events";
import type { Job as QueuedJob, RunnerOptions, Worker, WorkerEvents } from "graphile-worker";
import type { Logger } from "pino";
import { type GiveBack, SharedPlaces } from "@/lib/core/queue/shared-places";
import { noteWait } from "./note-wait";

/**
 * Returns the options that have a runner fetch the job whose turn it is: the queue skips the jobs of owners that must not
 * take the next place. One worker fetches at a time, so that each sees the jobs that the one before has taken.
 */
export function fairFetches(concurrency: number, log: Logger): Pick<RunnerOptions, "forbiddenFlags" | "events"> {
  const places = new SharedPlaces(concurrency);
  const taken = new Map<string, GiveBack>();
  const events: WorkerEvents = new EventEmitter();
  let last = Promise.resolve();
  let endFetch = () => {};
  const forbiddenFlags = async (): Promise<string[]> => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    endFetch = resolve;
    return places.barred();
  };
  events.on("job:start", ({ job }) => {
    const owner = ownerOf(job);
    taken.set(job.id, places.take(owner));
    noteWait(log, { task: job.task_identifier, owner, since: job.run_at });
    endFetch();
  });
  events.on("job:complete", ({ job }) => {
    taken.get(job.id)?.();
    taken.delete(job.id);
  });
  const released = new WeakSet<Worker>();
  events.on("worker:release", ({ worker }) => void released.add(worker));
  events.on("worker:getJob:empty", ({ worker }) => {
    endFetch();
    // All who wait had their turn, so the worker looks again, unless it stops.
    if (places.beginRound() && !released.has(worker)) worker.nudge();
  });
  events.on("worker:getJob:error", () => endFetch());
  return { forbiddenFlags, events };
}

/** The owner is the job's only flag (lib/core/queue/add.ts). */
function ownerOf({ flags }: QueuedJob): string | null {
  return Object.keys(flags ?? {})[0] ?? null;
}
