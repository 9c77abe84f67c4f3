import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { contentPortBeside } from "@/lib/core/content-settings";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { placePrograms } from "@/tests/support/bundled-programs";
import { DataFolder } from "@/tests/support/data-folder";
import { RawConnection, statusesIn } from "@/tests/support/raw-connection";
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
const AT_REST = ["web", "worker"];
let port: number;
/** The key of the organisation that the first start makes, which has one database. */
let key: string;
let databaseId: string;

beforeAll(async () => {
  await placePrograms(built);
  await writeFile(join(built, "note-next.cjs"), NOTE_NEXT);
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
/** Is loaded before the service in each of its processes, and leaves a file where one loads Next's server. */
const NOTE_NEXT = `const Module = require("node:module");
const { _load: load } = Module;
Module._load = function (name, ...rest) {
  if (/\\bnext-server$/.test(name)) require("node:fs").writeFileSync(require("node:path").join(__dirname, "next-" + process.pid), "");
  return load.call(this, name, ...rest);
};`;
const hasLoadedNext = () => existsSync(join(built, `next-${running().get("web")}`));
const hasLoadedCompiler = () => readFileSync(`/proc/${running().get("web")}/maps`, "utf8").includes("next-swc");

interface Asked {
  method?: "GET" | "POST";
  body?: string;
  /** Without it, the request has a connection of its own, as a new visitor's: a kept one keeps its role awake. */
  agent?: Agent;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  text: string;
}

/** Rejects when the connection breaks off before the answer is whole. */
async function ask(toPort: number, path: string, { method = "GET", body, agent }: Asked = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const asked = request({ host: "127.0.0.1", port: toPort, path, method, headers, agent: agent ?? false });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"], text: await text(answer) };
}

const api = (path: string, asked: Asked = {}) => ask(port, path, asked);
const sql = (query: string, params: unknown[] = [], asked: Asked = {}) =>
  api("/api/v1/sql", { method: "POST", body: JSON.stringify({ database: databaseId, query, params }), ...asked });
const askContent = async () => (await ask(contentPortBeside(port), "/nothing")).status;

/** Asks each role once, and expects its own answer. */
const ASKED: Record<string, () => Promise<void>> = {
  content: async () => expect(await askContent()).toBe(404),
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
  databaseId = JSON.parse(made.text).id;
  await expect.poll(async () => JSON.parse((await api(`/api/v1/databases/${databaseId}`)).text).status).toBe("ready");
  expect(names()).toEqual(AT_REST);
});

test("OP-H5, OP-L5: a service at rest has none of the roles that nobody asked for, and each starts with its first request", async () => {
  await serve({ NODE_OPTIONS: `--require ${join(built, "note-next.cjs")}` });
  expect(names()).toEqual(AT_REST);
  expect(hasLoadedNext()).toBe(false);
  expect((await api("/sign-in")).status).toBeLessThan(500);
  expect(hasLoadedNext()).toBe(true);
  expect(hasLoadedCompiler()).toBe(false);
  for (const [role, askRole] of Object.entries(ASKED)) {
    await askRole();
    expect(names()).toContain(role);
  }
  expect(names()).toHaveLength(AT_REST.length + Object.keys(ASKED).length);
});

test("all requests that come while a role starts are answered, also those with large bodies", async () => {
  await serve();
  const long = "x".repeat(3_000_000);
  const large = sql("SELECT length($1::text) AS length", [long]);
  const small = Array.from({ length: 50 }, (_, index) => sql("SELECT $1::int AS n", [index]));
  expect(JSON.parse((await large).text)).toMatchObject({ rows: [{ length: long.length }] });
  const answers = await Promise.all(small.map(async (answer) => (await answer).status));
  expect(answers).toEqual(answers.map(() => 200));
});

test("one connection serves SQL, the management API and a WebSocket of realtime, each answered by its role", async () => {
  await serve();
  const connection = await RawConnection.open(`http://127.0.0.1:${port}`);
  onTestFinished(() => connection.close());
  const body = JSON.stringify({ database: databaseId, query: "SELECT 42 AS answer" });
  const fields = `Host: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  const statement = `POST /api/v1/sql HTTP/1.1\r\n${fields}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
  const socket = `${upgrade}Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n`;
  connection.write(statement);
  connection.write(`GET /api/v1/databases/${databaseId} HTTP/1.1\r\n${fields}\r\n`);
  connection.write(statement);
  expect(statusesIn(await connection.until(/(?:"answer":42[\s\S]*){2}/))).toEqual([200, 200, 200]);
  expect(connection.received).toMatch(/"answer":42[\s\S]*"name":"main"[\s\S]*"answer":42/);
  connection.write(`GET /v1/realtime HTTP/1.1\r\n${fields}Sec-WebSocket-Protocol: coppice.v1\r\n${socket}\r\n`);
  expect(statusesIn(await connection.until(/HTTP\/1\.1 101 /)).at(-1)).toBe(101);
});

test("a role that nobody asks for ends, and the next request is answered by a new one", async () => {
  await serve({ COPPICE_ROLE_QUIET_SECONDS: "1" });
  for (const askRole of Object.values(ASKED)) await askRole();
  await expect.poll(names).toEqual(AT_REST);
  for (const askRole of Object.values(ASKED)) await askRole();
});

test("no request fails where a role ends and starts all the time because it's seldom asked", async () => {
  await serve({ COPPICE_ROLE_QUIET_SECONDS: "1" });
  const pids = new Set<number | undefined>();
  // Around the moment at which the role ends, one second after the connection of the request before it.
  for (let round = 0; round < 12; round += 1) {
    expect((await sql("SELECT 1")).status).toBe(200);
    pids.add(running().get("sql"));
    await delay(920 + round * 20);
  }
  expect(pids.size).toBeGreaterThan(1);
});

test("a role that is killed amid requests ends their connections, and each client's next request is answered", async () => {
  await serve();
  expect((await sql("SELECT 1")).status).toBe(200);
  const answers: Answer[] = [];
  let broken = 0;
  const asking = new AbortController();
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!asking.signal.aborted) {
      const answer = await sql("SELECT pg_sleep(0.005)", [], { agent }).catch(() => null);
      if (answer) answers.push(answer);
      else broken += 1;
      if (answer?.status === 503) await delay(50);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: 8 }, client);
  const isAnswering = async () => {
    const before = answers.length;
    await expect.poll(() => answers.slice(before).filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  };
  for (let kill = 0; kill < 3; kill += 1) {
    await isAnswering();
    process.kill(running().get("sql") ?? 0, "SIGKILL");
  }
  await isAnswering();
  asking.abort();
  await Promise.all(clients);
  // One request of each client is under way when its role is killed.
  expect(broken).toBeLessThanOrEqual(clients.length * 3);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ status: 503, retryAfter: "1" })));
});

test("an operator can have all roles started at once, and they stay; none compiles code that an earlier process has", async () => {
  const telling = { NODE_DEBUG_NATIVE: "COMPILE_CACHE" };
  const service = await serve({ COPPICE_ROLE_START: "at-once", COPPICE_ROLE_QUIET_SECONDS: "1", ...telling });
  const all = [...Object.keys(ASKED), ...AT_REST].sort();
  await expect.poll(names).toEqual(all);
  for (const askRole of Object.values(ASKED))
    await expect.poll(() => askRole().then(() => "answered", String)).toBe("answered");
  const before = running();
  await delay(8_000);
  expect(running()).toEqual(before);
  // V8 refuses code of a process with other flags, or of another version of a module.
  expect(service.output()).not.toMatch(/code cache for \S+ \S+ was rejected/);
  expect(service.output().match(/code cache for \S+ \S+ was accepted/g)?.length).toBeGreaterThan(500);
});
