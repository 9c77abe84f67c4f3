import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import { readEnvironment } from "@/lib/core/env";
import { startWorker } from "@/lib/jobs/worker";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { workerControlUrl } from "@/tests/support/clusters";
import { OPERATOR } from "@/tests/support/context";
import { mailRow, queueSignInMail } from "@/tests/support/mail-rows";
import { startSilentServer, startSmtpServer } from "@/tests/support/smtp-server";

const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString("base64")}`;
let databaseUrl: string;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  databaseUrl = await workerControlUrl();
});

/** A worker as the service runs it, with this mail server. */
async function startWith(smtpUrl: string): Promise<{ runtime: Runtime; ctx: Context; stop(): Promise<void> }> {
  const environment = readEnvironment({
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    COPPICE_SECRET_KEYS: SECRET_KEYS,
    COPPICE_URL: "http://coppice.example",
    LOG_LEVEL: "silent",
  });
  const runtime = createRuntime(environment);
  const ctx = { ...runtime.context({ actor: OPERATOR, requestId: "req_test" }) };
  // Jobs that other tests have left in this worker's database are sealed with other keys.
  await ctx.db.$executeRaw`delete from graphile_worker._private_jobs`;
  const worker = await startWorker(runtime);
  const stop = async () => {
    await worker.stop();
    await runtime.close();
  };
  running.push({ stop });
  return { runtime, ctx, stop };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});

let sink: Awaited<ReturnType<typeof startSmtpServer>>;
beforeEach(async () => {
  sink = await startSmtpServer();
});
afterEach(() => sink.close());

const statusOf = async (ctx: Context, id: string) => (await mailRow(ctx, id)).status;

test("RF-09: a mail that the server puts off is tried again by itself, after a pause that grows", async () => {
  const { ctx } = await startWith(sink.url);
  sink.refusal = { command: "RCPT", code: 450, text: "4.2.1 greylisted" };
  const { id } = await queueSignInMail(ctx);
  await expect.poll(async () => (await mailRow(ctx, id)).attempts).toBe(1);
  const retryAfter = async (attempts: number) => {
    const find = () => ctx.db.$queryRaw<{ runAt: number; seconds: number }[]>`
      select extract(epoch from run_at)::float8 as "runAt", extract(epoch from run_at - now())::float8 as seconds
      from graphile_worker.jobs
      where key = ${`send-mail:${id}`} and locked_at is null and attempts = ${attempts}`;
    await expect.poll(find).toHaveLength(1);
    const [job = { runAt: 0, seconds: 0 }] = await find();
    return job;
  };
  const first = await retryAfter(1);
  await expect.poll(async () => (await mailRow(ctx, id)).attempts).toBe(2);
  const second = await retryAfter(2);
  // The queue waits e to the power of the attempts, in seconds.
  expect(second.runAt - first.runAt).toBeGreaterThan(7);
  expect(second.seconds).toBeLessThan(8);
  sink.refusal = null;
  await expect.poll(() => statusOf(ctx, id)).toBe("sent");
  expect(sink.received).toHaveLength(1);
});

test("RF-09: a server that hangs holds up neither the request that queues a mail nor the other jobs", async () => {
  const silent = await startSilentServer();
  const { ctx, stop } = await startWith(silent.url);
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await queueSignInMail(ctx)).id));
  await expect.poll(() => silent.connections).toBe(5);
  await ctx.db.$executeRaw`select graphile_worker.add_job('sweep-sessions', job_key => 'beside')`;
  const left = () => ctx.db.$queryRaw`select id from graphile_worker.jobs where key = 'beside'`;
  await expect.poll(left).toEqual([]);
  // All of that while the first attempts go on.
  expect(silent.connections).toBe(5);
  for (const id of ids) expect(await mailRow(ctx, id)).toMatchObject({ status: "queued", failure: null });
  await stop();
  running.splice(0);
  await silent.close();
});

afterAll(() => expect(running).toEqual([]));
