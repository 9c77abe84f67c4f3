import { setImmediate as turn } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { addMailJob } from "@/lib/core/queue/add";
import type { Job } from "@/lib/jobs/table";
import { startWorker } from "@/lib/jobs/worker";
import type { Runtime } from "@/lib/runtime";
import { OPERATOR } from "@/tests/support/context";
import { startQueueRuntime } from "@/tests/support/queue-runtime";

let runtime: Runtime;
let ctx: Context;

beforeAll(async () => {
  runtime = await startQueueRuntime();
  ctx = runtime.context({ actor: OPERATOR, requestId: "req_test" });
  return () => runtime.close();
});

/** Stops at many moments: among them the end of the last round of owners, and a job's end before the queue heard of it. */
test("a worker stops at any moment and leaves no job locked", async () => {
  const job: Job<never> = { workers: 5, run: async () => void (await turn()) };
  for (let round = 0; round < 150; round += 1) {
    const worker = await startWorker(runtime, { "send-mail": job });
    for (const owner of ["a", "b", "a", "b"]) await addMailJob(ctx, `mail_${round}_${owner}`, `project_${owner}`);
    for (let question = 0; question < round % 15; question += 1) await runtime.pool.query("SELECT");
    await worker.stop();
    const locked = await runtime.pool.query("SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL");
    expect(locked.rowCount).toBe(0);
  }
});
