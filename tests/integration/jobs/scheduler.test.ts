import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createId } from "@/lib/core/ids";
import { startWorker } from "@/lib/jobs/worker";
import type { Runtime } from "@/lib/runtime";
import { startQueueRuntime } from "@/tests/support/queue-runtime";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let runtime: Runtime;
let worker: Awaited<ReturnType<typeof startWorker>> | undefined;

beforeAll(async () => {
  runtime = await startQueueRuntime();
});

afterAll(async () => {
  vi.useRealTimers();
  await worker?.stop();
  await runtime.close();
});

async function insertEvents(projectId: string, ages: Record<string, number>): Promise<void> {
  await runtime.db.project.create({
    data: { id: projectId, name: "Shop", settings: { events: { retentionDays: 30 } } },
  });
  for (const [requestId, age] of Object.entries(ages)) {
    await runtime.db.securityEvent.create({
      data: {
        id: createId("event", runtime.random),
        projectId,
        kind: "user.sign_up",
        outcome: "accepted",
        requestId,
        createdAt: new Date(Date.now() - age),
      },
    });
  }
}

/**
 * Only the dates of this process are put back, to the end of a minute an hour ago: the scheduler waits no longer for its
 * first turn, and makes up for the hour as after a process that slept. Everything else is real.
 */
it("within an hour, the scheduler has the events deleted that their project keeps no longer", async () => {
  const projectId = createId("project", runtime.random);
  await insertEvents(projectId, { req_old: 31 * DAY_MS, req_kept: 29 * DAY_MS });
  const remaining = () =>
    runtime.db.securityEvent
      .findMany({ where: { projectId }, select: { requestId: true } })
      .then((events) => events.map(({ requestId }) => requestId));
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now - (now % MINUTE_MS) - HOUR_MS - 1 });
  worker = await startWorker(runtime);
  vi.setSystemTime(now);
  await expect.poll(remaining, { timeout: 25_000 }).toEqual(["req_kept"]);
});
