import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { ask, createTestOrganisation, expectRefusal, type Lane, laneVariables } from "@/tests/support/lanes";
import { type RunningProcess, startProcess, untilReady } from "@/tests/support/lanes-setup";
import { RedisServer } from "@/tests/support/redis-server";

const processes: RunningProcess[] = [];
const twins: Lane[] = [];
let redis: RedisServer;
let folder: string;

beforeAll(async () => {
  redis = await RedisServer.start();
  folder = await mkdtemp(join(tmpdir(), "coppice-twins-"));
  await Promise.all(
    ["one", "two"].map(async (name) => {
      const port = String(await findFreePort([]));
      const variables = { ...laneVariables, REDIS_URL: redis.url, COPPICE_ROLES: "web", PORT: port };
      const started = startProcess(join(folder, `${name}.log`), ["dist/server.js"], variables);
      processes.push(started);
      const lane = { name, baseUrl: `http://127.0.0.1:${port}` };
      await untilReady(lane.baseUrl, started);
      twins.push(lane);
    }),
  );
});

afterAll(async () => {
  await Promise.all(processes.map((started) => started.stop()));
  await redis?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Asks the two processes in turn. */
async function askInTurn(key: string, times: number) {
  const answers = [];
  for (let i = 0; i < times; i++) {
    const lane = twins[i % 2] as Lane;
    answers.push(await ask(lane, "GET", "/api/v1/databases", { key }));
  }
  return answers;
}

it("two processes count one key together in Redis", async () => {
  expect((await ask(twins[0] as Lane, "GET", "/ready")).json.redis).toBe("ok");
  const answers = await askInTurn(await (await createTestOrganisation()).key(), 21);
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
  expectRefusal(answers[20] as (typeof answers)[0], "rate_limited");
  const remaining = answers.map((answer) => /r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
  expect(remaining.slice(0, 20).map(Number)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
});

it("RF-08: while Redis does not answer, requests are served, each process limits by itself, and /ready says so", async () => {
  const key = await (await createTestOrganisation()).key();
  redis.freeze();
  const answers = await askInTurn(key, 42);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  const ready = await ask(twins[0] as Lane, "GET", "/ready");
  expect({ status: ready.status, redis: ready.json.redis }).toEqual({ status: 200, redis: "unavailable" });
  expect(ready.json.missing.join(), "OP-M3").toContain("Redis doesn't answer: each process counts rate limits");
  redis.thaw();
  const redisNow = async () => (await ask(twins[0] as Lane, "GET", "/ready")).json.redis;
  await expect.poll(redisNow, { interval: 100 }).toBe("ok");
});
