import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { workerControlUrl } from "@/tests/support/clusters";
import { enter, type RealtimeProject, realtimeProject } from "@/tests/support/realtime";
import { RealtimeProcess } from "@/tests/support/realtime-process";

const SOCKETS = 20;
/** The time of each socket that a crash may lose. */
const LOST_SECONDS = 10;

let folder: string;
let server: RealtimeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-crash-"));
  server = await RealtimeProcess.start(folder, { controlUrl: await workerControlUrl() });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function countedSeconds({ id: projectId, ctx }: RealtimeProject): Promise<number> {
  const where = { projectId, metric: "connection" };
  const { _sum: sum } = await ctx.db.usageHour.aggregate({ where, _sum: { amount: true } });
  return Number(sum.amount ?? 0);
}

/** Resolves with the count as soon as it is more. */
async function nextCount(project: RealtimeProject, before: number): Promise<number> {
  let counted = before;
  const look = async () => {
    counted = await countedSeconds(project);
    return counted;
  };
  await expect.poll(look, { interval: 20, timeout: 60_000 }).toBeGreaterThan(before);
  return counted;
}

it("a process that is killed with open sockets has counted their seconds but for the last ten", async () => {
  const project = await realtimeProject();
  const open = () => Promise.all(Array.from({ length: SOCKETS }, () => enter(server, project)));
  const beforeAny = performance.now();
  await open();
  const counts = [0];
  while (counts.length < 4) counts.push(await nextCount(project, counts.at(-1) ?? 0));
  const last = counts.at(-1) ?? 0;
  // A crash just before one of the counts would have lost as much as that one added.
  const added = counts.slice(2).map((count, index) => count - (counts[index + 1] ?? 0));
  expect(Math.min(...added)).toBeLessThanOrEqual(SOCKETS * LOST_SECONDS);
  await server.kill();
  const ended = performance.now();
  const after = await countedSeconds(project);
  expect(after).toBeGreaterThanOrEqual(last);
  expect(after).toBeLessThanOrEqual((SOCKETS * (ended - beforeAny)) / 1_000);
  await server.startAgain();
  await open();
  expect(await nextCount(project, after)).toBeGreaterThan(after);
});
