import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorker } from "@/lib/jobs/worker";
import type { Runtime } from "@/lib/runtime";
import { startQueueRuntime } from "@/tests/support/queue-runtime";

/** Less than the minute after which a worker looks for jobs by itself. */
const ANNOUNCED = { timeout: 40_000 };

let runtime: Runtime;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeAll(async () => {
  runtime = await startQueueRuntime();
  worker = await startWorker(runtime);
});

afterAll(async () => {
  await worker.stop();
  await runtime.close();
});

it("a job that was put off is run when its time has come, though nothing is added then", async () => {
  await runtime.pool.query(
    "SELECT graphile_worker.add_job('sweep-sessions', '{}', job_key => 'later', run_at => now() + interval '1 second')",
  );
  const waiting = async () => {
    const { rows } = await runtime.pool.query("SELECT FROM graphile_worker.jobs WHERE key = 'later'");
    return rows.length;
  };
  expect(await waiting()).toBe(1);
  await expect.poll(waiting, ANNOUNCED).toBe(0);
});
