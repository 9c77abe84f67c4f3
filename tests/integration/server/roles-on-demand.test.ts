import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bundle } from "@/bin/bundle.mjs";
import { contentPortBeside } from "@/lib/core/content-settings";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { DataFolder } from "@/tests/support/data-folder";
import { RealtimeClient } from "@/tests/support/realtime-client";
import {
  findProcesses,
  type SupervisedService,
  startSupervised,
  untilServing,
} from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `roles-on-demand-${process.pid}`);
const folder = new DataFolder();
const AT_REST = ["content", "web", "worker"];
let port: number;
/** Of the organisation that the first start makes, which has one database. */
let key: string;
let databaseId: string;

beforeAll(async () => {
  await bundle({ server: "server.ts" }, built);
  port = await findFreePort([]);
});
afterAll(() => folder.remove());

async function serve(variables: Record<string, string> = {}): Promise<SupervisedService> {
  const service = startSupervised(process.execPath, [join(built, "server.js")], {
    env: { ...process.env, PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "fatal", ...variables },
  });
  onTestFinished(async () => {
    service.child.kill("SIGTERM");
    await service.exitCode;
  });
  await untilServing(service);
  return service;
}

/** The processes of roles, by the role. */
function running(): Map<string, number> {
  const found = findProcesses(
    ({ command, environment }) => command.includes(built) && /COPPICE_ROLES=/.test(environment),
  );
  return new Map(
    found
      .map(({ environment, pid }): [string, number] => [/COPPICE_ROLES=(\S+)/.exec(environment)?.[1] ?? "", pid])
      .sort(),
  );
}
const names = () => [...running().keys()];

const api = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
const sql = (query: string, params: unknown[] = []) =>
  api("/api/v1/sql", { method: "POST", body: JSON.stringify({ database: databaseId, query, params }) });

/** Asks on a connection of its own, as a new visitor does. */
function askContent(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const place = { host: "127.0.0.1", port: contentPortBeside(port), path: "/nothing", agent: false };
  request(place, (answer) => resolve(answer.resume().statusCode ?? 0))
    .once("error", reject)
    .end();
  return promise;
}

/** Asks each role once, and expects its own answer. */
const ASKED: Record<string, () => Promise<void>> = {
  functions: async () => {
    const answer = await api("/v1/projects/p_aaaaaaaaaaaaaaaaaaaa/functions/none/invoke", { method: "POST" });
    expect(answer.status).toBe(401);
  },
  realtime: async () => {
    const client = await RealtimeClient.open(`ws://127.0.0.1:${port}/v1/realtime`);
    await client.close();
  },
  sql: async () => expect((await sql("SELECT 1")).status).toBe(200),
};

test("a first start and the first database take none of the roles that are started on demand", async () => {
  const service = await serve();
  key = /COPPICE_MANAGEMENT_KEY=(\S+)/.exec(service.output())?.[1] ?? "";
  const made = await api("/api/v1/databases", { method: "POST", body: JSON.stringify({ name: "main" }) });
  expect(made.status).toBe(201);
  databaseId = ((await made.json()) as { id: string }).id;
  await expect.poll(async () => (await (await api(`/api/v1/databases/${databaseId}`)).json()).status).toBe("ready");
  expect(names()).toEqual(AT_REST);
});

test("a service at rest has none of the roles that nobody asked for, and each starts with its first request", async () => {
  await serve();
  await expect.poll(() => askContent().catch(String)).toBe(404);
  expect(names()).toEqual(AT_REST);
  for (const [role, ask] of Object.entries(ASKED)) {
    await ask();
    expect(names()).toContain(role);
  }
  expect(names()).toHaveLength(AT_REST.length + Object.keys(ASKED).length);
});

test("all requests that come while a role starts are answered, also those with large bodies", async () => {
  await serve();
  const text = "x".repeat(3_000_000);
  const large = sql("SELECT length($1::text) AS length", [text]);
  const small = Array.from({ length: 50 }, (_, index) => sql("SELECT $1::int AS n", [index]));
  expect(await (await large).json()).toMatchObject({ rows: [{ length: text.length }] });
  const answers = await Promise.all(small.map(async (answer) => (await answer).status));
  expect(answers).toEqual(answers.map(() => 200));
});

test("a role that nobody asks for ends, and the next request is answered by a new one", async () => {
  await serve({ COPPICE_ROLE_QUIET_SECONDS: "1" });
  for (const ask of Object.values(ASKED)) await ask();
  await expect.poll(names).toEqual(AT_REST);
  for (const ask of Object.values(ASKED)) await ask();
});

test("no request fails where a role ends and starts all the time because it's seldom asked", async () => {
  await serve({ COPPICE_ROLE_QUIET_SECONDS: "1" });
  const pids = new Set<number | undefined>();
  // Around the moment at which the connection of the request before it has ended, and the role with it.
  for (let round = 0; round < 4; round += 1) {
    expect((await sql("SELECT 1")).status).toBe(200);
    pids.add(running().get("sql"));
    await delay(5_950 + round * 80);
  }
  expect(pids.size).toBeGreaterThan(1);
});

test("a role that is killed amid requests leaves none unanswered, and refuses none that may not be sent again", async () => {
  await serve();
  expect((await sql("SELECT 1")).status).toBe(200);
  const answers: { status: number; retryAfter: string | null }[] = [];
  const asking = new AbortController();
  const ask = async () => {
    while (!asking.signal.aborted) {
      const answer = await sql("SELECT pg_sleep(0.005)");
      answers.push({ status: answer.status, retryAfter: answer.headers.get("retry-after") });
      await answer.arrayBuffer();
      if (answer.status === 503) await delay(50);
    }
  };
  const clients = Array.from({ length: 8 }, ask);
  for (let kill = 0; kill < 3; kill += 1) {
    const before = answers.length;
    await expect.poll(() => answers.slice(before).filter(({ status }) => status === 200).length).toBeGreaterThan(20);
    process.kill(running().get("sql") ?? 0, "SIGKILL");
  }
  const before = answers.length;
  await expect.poll(() => answers.slice(before).filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  asking.abort();
  await Promise.all(clients);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toEqual(refused.map(() => ({ status: 503, retryAfter: "1" })));
});

test("an operator can have all roles started at once, and they stay", async () => {
  await serve({ COPPICE_ROLE_START: "at-once", COPPICE_ROLE_QUIET_SECONDS: "1" });
  const all = [...Object.keys(ASKED), ...AT_REST].sort();
  await expect.poll(names).toEqual(all);
  for (const ask of Object.values(ASKED))
    await expect.poll(() => ask().then(() => "answered", String)).toBe("answered");
  const before = running();
  await delay(8_000);
  expect(running()).toEqual(before);
});
