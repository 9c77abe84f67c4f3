import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import {
  addBackgroundRunJob,
  addJob,
  addMailJob,
  addScheduledFunctionJob,
  addUserImportJob,
} from "@/lib/core/queue/add";
import { JOBS, type Job } from "@/lib/jobs/table";
import { startWorker } from "@/lib/jobs/worker";
import type { Runtime } from "@/lib/runtime";
import { OPERATOR } from "@/tests/support/context";
import { startQueueRuntime } from "@/tests/support/queue-runtime";

/** More than any pool has workers. */
const FLOOD = 40;

/** Each queues one job of an owner. */
const POOLS: Record<string, (ctx: Context, owner: string, id: string) => Promise<void>> = {
  "provision-database": (ctx, owner, databaseId) => addJob(ctx, "provision-database", { databaseId }, { owner }),
  "make-scheduled-restore-point": (ctx, owner, databaseId) =>
    addJob(ctx, "make-scheduled-restore-point", { databaseId }, { owner }),
  "send-mail": (ctx, owner, id) => addMailJob(ctx, id, owner),
  "import-users": (ctx, projectId, importId) => addUserImportJob(ctx, { projectId, importId }),
  "run-in-background": (ctx, owner, id) => addBackgroundRunJob(ctx, id, owner),
  "run-scheduled-function": (ctx, projectId, scheduleId) =>
    addScheduledFunctionJob(ctx, { projectId, scheduleId, slot: new Date() }),
};

let runtime: Runtime;
let ctx: Context;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
const held: (() => void)[] = [];

beforeAll(async () => {
  runtime = await startQueueRuntime();
  ctx = runtime.context({ actor: OPERATOR, requestId: "req_test" });
  return () => runtime.close();
});

afterEach(async () => {
  await ctx.db.$executeRaw`delete from graphile_worker._private_jobs`;
  const stopped = worker?.stop();
  worker = undefined;
  for (let letGo = held.shift(); letGo; letGo = held.shift()) letGo();
  await stopped;
});

/** Starts a worker whose jobs of one name go on until they are let go. Returns the ids of the jobs that have begun. */
async function startHeld(name: keyof typeof JOBS): Promise<string[]> {
  const begun: string[] = [];
  const { workers }: Job<never> = JOBS[name];
  const run = async (_: unknown, payload: Readonly<Record<string, string>>) => {
    begun.push(Object.values(payload).find((value) => value.includes(":")) ?? "");
    await new Promise<void>((resolve) => void held.push(resolve));
  };
  worker = await startWorker(runtime, { [name]: { run, ...(workers !== undefined && { workers }) } });
  return begun;
}

async function flood(add: (typeof POOLS)[string], owner: string): Promise<void> {
  for (let index = 0; index < FLOOD; index += 1) await add(ctx, owner, `${owner}:${index}`);
}

const ownersIn = (begun: readonly string[]) => begun.map((id) => id.split(":")[0]);

describe.each(Object.entries(POOLS))("the workers of %s", (name, add) => {
  test("AT-H4 begin a neighbour's job while another owner's keep theirs", async () => {
    const begun = await startHeld(name as keyof typeof JOBS);
    await flood(add, "hostile");
    await expect.poll(() => begun.length).toBeGreaterThan(0);
    await add(ctx, "neighbour", "neighbour:0");
    await expect.poll(() => begun).toContain("neighbour:0");
    expect(begun.length).toBeLessThan(FLOOD);
  });

  test("AT-H4 begin a neighbour's job before anyone's second, when others fill them and have more waiting", async () => {
    const begun = await startHeld(name as keyof typeof JOBS);
    const hostile = Array.from({ length: 12 }, (_, index) => `hostile-${index}`);
    for (const owner of hostile) {
      for (let index = 0; index < FLOOD / 8; index += 1) await add(ctx, owner, `${owner}:${index}`);
    }
    const workers = (JOBS[name as keyof typeof JOBS] as Job<never>).workers ?? 6;
    await expect.poll(() => begun.length).toBe(workers);
    await add(ctx, "neighbour", "neighbour:0");
    while (!begun.includes("neighbour:0")) {
      const { length } = begun;
      held.shift()?.();
      await expect.poll(() => begun.length).toBe(length + 1);
      if (length > workers + hostile.length) break;
    }
    const turns = ownersIn(begun.slice(workers));
    expect(turns.at(-1)).toBe("neighbour");
    expect(new Set(turns).size).toBe(turns.length);
  });
});

test("every job that organisations and projects cause has a test of its turns here", () => {
  const ofClock = new Set(["reconcile", "drop-shell-roles", "exchange-with-guards"]);
  // It looks up a user, and queues a mail.
  const quick = new Set(["send-lock-notice"]);
  // Its work is in rows: tests/integration/sign-in/webhooks/turns.test.ts.
  const inRows = new Set(["deliver-webhook"]);
  const caused = Object.entries<Job<never>>(JOBS).flatMap(([name, { every }]) => (every === undefined ? [name] : []));
  const tested = caused.filter((name) => ![ofClock, quick, inRows].some((names) => names.has(name)));
  expect(Object.keys(POOLS)).toEqual(tested);
});
