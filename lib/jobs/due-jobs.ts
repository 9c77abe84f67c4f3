import { setTimeout as delay } from "node:timers/promises";
import type { Runtime } from "@/lib/runtime";

/** A job whose backoff is over, or whose notice was missed, waits no longer for its announcement. */
const LOOK_MS = 2_000;
/** As many workers are woken at most. */
const MOST_ANNOUNCED = 50;

const ANNOUNCE = `
  SELECT pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
  FROM (
    SELECT FROM graphile_worker.jobs
    WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now()
    LIMIT ${MOST_ANNOUNCED}
  ) AS due
  HAVING count(*) > 0`;

/**
 * Announces jobs that are due, as the queue itself announces those that are added. One question for all workers takes the
 * place of one for each, of which an idle service asked 26 a second.
 */
export function announceDueJobs({ pool, log }: Pick<Runtime, "pool" | "log">): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = () => delay(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  const run = async () => {
    for (await pause(); !stopping.signal.aborted; await pause()) {
      await pool
        .query(ANNOUNCE)
        .catch((error: unknown) => log.warn({ err: error }, "due jobs could not be looked for"));
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
