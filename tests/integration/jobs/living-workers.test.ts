import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { holdWorkers, LostWorkers } from "@/lib/jobs/living-workers";
import type { Job } from "@/lib/jobs/table";
import { startWorker } from "@/lib/jobs/worker";
import type { Runtime } from "@/lib/runtime";
import { startQueueRuntime } from "@/tests/support/queue-runtime";

const MINUTE = 60_000;
/** The session is looked after every five seconds. */
const SOON = { timeout: 30_000 };

let runtime: Runtime;
let observer: pg.Client;

beforeAll(async () => {
  runtime = await startQueueRuntime();
  observer = await connect();
});
beforeEach(async () => void (await runtime.pool.query("DELETE FROM graphile_worker._private_jobs")));
afterAll(async () => {
  await observer.end();
  await runtime.close();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: runtime.environment.databaseUrl ?? "" });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Adds a job as a worker of that name has taken it for its first attempt. */
async function addTakenJob(name: string, task = "sweep-sessions"): Promise<void> {
  await observer.query("SELECT graphile_worker.add_job($1, '{}', max_attempts => 3)", [task]);
  await observer.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now(), attempts = 1 WHERE locked_by IS NULL",
    [name],
  );
}

async function holders(): Promise<(string | null)[]> {
  const { rows } = await observer.query<{ name: string | null }>(
    "SELECT locked_by AS name FROM graphile_worker.jobs ORDER BY id",
  );
  return rows.map(({ name }) => name);
}

it("frees the jobs of a worker whose session ended a minute ago, and leaves those of living ones", async () => {
  const [dying, living] = [await connect(), await connect()];
  await holdWorkers(dying, ["dying"]);
  await holdWorkers(living, ["living", "second of living"]);
  for (const name of ["dying", "living", "second of living"]) await addTakenJob(name);
  const lost = new LostWorkers();
  expect(await lost.look(observer, 0)).toEqual([]);
  expect(await lost.look(observer, 10 * MINUTE)).toEqual([]);
  await dying.end();
  await expect.poll(sessionsOf("dying")).toBe(0);
  expect(await lost.look(observer, 11 * MINUTE)).toEqual([]);
  expect(await lost.look(observer, 12 * MINUTE - 1)).toEqual([]);
  expect(await holders()).toEqual(["dying", "living", "second of living"]);
  expect(await lost.look(observer, 12 * MINUTE)).toEqual(["dying"]);
  expect(await holders()).toEqual([null, "living", "second of living"]);
  await living.end();
});

it("frees nothing if a pooler has given away the locks of the process that looks", async () => {
  for (const name of ["own", "elsewhere"]) await addTakenJob(name);
  const lost = new LostWorkers();
  for (const at of [0, 2 * MINUTE]) await expect(lost.look(observer, at, ["own"])).rejects.toThrow(/locks .* are gone/);
  expect(await holders()).toEqual(["own", "elsewhere"]);
});

it("leaves the jobs of a worker with a new session", async () => {
  await addTakenJob("cut");
  const lost = new LostWorkers();
  expect(await lost.look(observer, 0)).toEqual([]);
  const again = await connect();
  await holdWorkers(again, ["cut"]);
  expect(await lost.look(observer, MINUTE)).toEqual([]);
  await again.end();
  await expect.poll(sessionsOf("cut")).toBe(0);
  expect(await lost.look(observer, 2 * MINUTE)).toEqual([]);
  expect(await holders()).toEqual(["cut"]);
});

it("says in each worker's session that it lives, anew when the session was cut, and until its last job has ended", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const job: Job<never> = { workers: 2, run: () => ended };
  const worker = await startWorker(runtime, { "send-mail": job });
  await observer.query("SELECT graphile_worker.add_job('send-mail', '{}')");
  await expect.poll(async () => (await holders())[0]).toEqual(expect.any(String));
  const name = (await holders())[0] ?? "";
  await expect.poll(sessionsOf(name), SOON).toBe(1);
  await observer.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE objid = hashtext($1)::oid`, [name]);
  await expect.poll(sessionsOf(name)).toBe(0);
  await expect.poll(sessionsOf(name), SOON).toBe(1);
  const stopped = worker.stop();
  const { rows } = await observer.query("SELECT FROM graphile_worker.jobs");
  expect(rows).toHaveLength(1);
  expect(await sessionsOf(name)()).toBe(1);
  end();
  await stopped;
  await expect.poll(sessionsOf(name)).toBe(0);
});

it("runs the job of a worker that died as another attempt", async () => {
  await addTakenJob("dead", "send-mail");
  const lost = new LostWorkers();
  await lost.look(observer, 0);
  await lost.look(observer, MINUTE);
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = await startWorker(runtime, { "send-mail": { workers: 1, run: async () => resolve() } });
  await promise;
  await worker.stop();
  expect(await holders()).toEqual([]);
});

/** Returns a question for the number of sessions that say that the worker lives. */
function sessionsOf(name: string): () => Promise<number> {
  return async () => {
    const { rows } = await observer.query(
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid = hashtext($1)::oid",
      [name],
    );
    return rows.length;
  };
}
