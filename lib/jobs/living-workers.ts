import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Runtime } from "@/lib/runtime";

/** An arbitrary number: the first half of each worker's advisory lock. */
const WORKER_LOCKS = 471_108_231;
const LOOK_MS = 5_000;
/** A worker whose session was cut, as by a restart of the control plane, has a new one within this time. */
const LOST_AFTER_MS = 60_000;

/** The session of a machine that lost its power ends after a minute too, not after hours. */
const SHORT_KEEPALIVE = "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3";

/** Shared, because the session that was cut may not have ended yet. */
const HOLD = `SELECT pg_advisory_lock_shared(${WORKER_LOCKS}, hashtext(name)) FROM unnest($1::text[]) AS name`;

const NAMES_WITHOUT_SESSION = `
  SELECT DISTINCT job.locked_by AS name FROM graphile_worker.jobs AS job
  WHERE job.locked_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid = ${WORKER_LOCKS}::oid AND objid = hashtext(job.locked_by)::oid)`;

/** Takes the locks that say that these workers live. PostgreSQL frees them when the session ends, however it does. */
export async function holdWorkers(session: pg.ClientBase, names: readonly string[]): Promise<void> {
  await session.query(HOLD, [names]);
}

/** Frees the jobs of workers that died: graphile-worker itself would leave them to them for four hours. */
export class LostWorkers {
  /** The time of the first of the unbroken looks at which the worker had no session. */
  readonly #since = new Map<string, number>();

  /**
   * Returns the workers whose jobs it freed. A further attempt is made at jobs that have one left. Throws, and frees
   * nothing, if not even the `own` workers of this process are seen to live, as behind a pooler of transactions.
   */
  async look(session: pg.ClientBase, nowMs: number, own: readonly string[] = []): Promise<string[]> {
    const { rows } = await session.query<{ name: string }>(NAMES_WITHOUT_SESSION);
    const missing = new Set(rows.map(({ name }) => name));
    if (own.some((name) => missing.has(name))) throw new Error("the locks of this process's own workers are gone");
    for (const name of this.#since.keys()) if (!missing.has(name)) this.#since.delete(name);
    for (const name of missing) if (!this.#since.has(name)) this.#since.set(name, nowMs);
    const lost = [...this.#since].filter(([, since]) => nowMs - since >= LOST_AFTER_MS).map(([name]) => name);
    if (lost.length > 0) await session.query("SELECT graphile_worker.force_unlock_workers($1)", [lost]);
    return lost;
  }
}

/** Keeps a session that says which workers of this process live, and by which the jobs of lost ones are freed. */
export function keepWorkerSession({ pool, log }: Pick<Runtime, "pool" | "log">) {
  const names: string[] = [];
  const stopping = new AbortController();
  const pause = () => delay(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  let session: pg.PoolClient | null = null;
  let held = 0;
  let lost = new LostWorkers();
  const leave = () => {
    session?.release(true);
    session = null;
  };
  const look = async () => {
    if (session === null) {
      session = await pool.connect();
      held = 0;
      // After an outage the others need their time to be back, too.
      lost = new LostWorkers();
      await session.query(SHORT_KEEPALIVE);
    }
    const started = names.slice(held);
    if (started.length > 0) await holdWorkers(session, started);
    held += started.length;
    const freed = await lost.look(session, performance.now(), names.slice(0, held));
    if (freed.length > 0) log.warn({ workers: freed }, "the jobs of workers that ended were freed");
  };
  const lookSafely = () =>
    look().catch((error: unknown) => {
      leave();
      log.warn({ err: error }, "jobs of lost workers could not be looked for");
    });
  const run = async () => {
    for (await lookSafely(); !stopping.signal.aborted; await pause()) await lookSafely();
    leave();
  };
  const running = run();
  return {
    /** Names a worker before it takes its first job. */
    add: (name: string) => void names.push(name),
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
