import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { placePrograms } from "@/tests/support/bundled-programs";
import { newControlUrl } from "@/tests/support/clusters";
import { testKey } from "@/tests/support/context";
import { DataFolder } from "@/tests/support/data-folder";
import { startSupervised, untilServing } from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `drain-${process.pid}`);
const folder = new DataFolder();
const patient = { interval: 20, timeout: 120_000 };
let controlUrl: string;

beforeAll(async () => {
  await placePrograms(built);
  controlUrl = await newControlUrl();
});

afterAll(() => folder.remove());

interface Running {
  child: ChildProcess;
  base: string;
  exit: Promise<number | null>;
}

async function start(role: string, variables: Record<string, string> = {}): Promise<Running> {
  const port = await findFreePort([]);
  const child = spawn(process.execPath, [join(built, "server.js")], {
    env: {
      ...{ PATH: process.env.PATH ?? "", NODE_ENV: "production", LOG_LEVEL: "error", DATABASE_URL: controlUrl },
      COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
      ...{ COPPICE_ROLES: role, COPPICE_DATA_DIR: folder.path, COPPICE_DRAIN_SECONDS: "5" },
      ...{ PORT: String(port), COPPICE_CONTENT_PORT: String(port), COPPICE_WORKER_PORT: String(port) },
      ...variables,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, base: `http://127.0.0.1:${port}`, exit: once(child, "exit").then(([code]) => code) };
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  );

/** A request of which the server has the head, and waits for the rest. */
async function begin(url: string): Promise<{ sent: ClientRequest; answered: Promise<IncomingMessage> }> {
  const sent = request(url, { method: "POST", headers: { "content-length": 20, "content-type": "application/json" } });
  const answered = once(sent, "response").then(([response]) => response as IncomingMessage);
  answered.catch(() => undefined);
  sent.write('{"query":');
  await once(sent, "socket");
  return { sent, answered };
}

const ROLES = {
  content: { socket: null, closing: null, post: "/functions/unknown" },
  sql: { socket: "/v2", closing: 1001, post: "/api/v1/sql" },
  realtime: { socket: "/v1/realtime", closing: 1012, post: "/v1/projects/prj_x/realtime/broadcast" },
} as const;

it.for(["content", "sql", "realtime"] as const)(
  "%s says 503 at /ready after SIGTERM, answers everything meanwhile, and tells its sockets to come back",
  async (role) => {
    const { child, base, exit } = await start(role);
    const { socket: path, closing, post } = ROLES[role];
    await expect.poll(() => statusOf(`${base}/ready`), patient).toBe(200);
    const inFlight = await begin(base + post);
    child.kill("SIGTERM");
    await expect.poll(() => statusOf(`${base}/ready`), patient).toBe(503);
    expect(await statusOf(`${base}/live`)).toBe(200);
    const closings: Promise<number>[] = [];
    if (path !== null) {
      const socket = new WebSocket(base.replace("http", "ws") + path, role === "realtime" ? "coppice.v1" : []);
      await once(socket, "open");
      closings.push(once(socket, "close").then(([code]) => code as number));
    }
    inFlight.sent.end('"select 1" }');
    expect((await inFlight.answered).statusCode).toBeGreaterThanOrEqual(400);
    expect(await Promise.all(closings)).toEqual(closing === null ? [] : [closing]);
    expect(await exit).toBe(0);
    expect(await statusOf(`${base}/live`)).toBeNull();
  },
);

it("a worker says at its own port that it runs, has its metrics for those with the token, and nothing else", async () => {
  const { child, base, exit } = await start("worker", { COPPICE_METRICS_TOKEN: "token-of-the-scraper" });
  await expect.poll(() => statusOf(`${base}/live`), patient).toBe(200);
  expect(await statusOf(`${base}/metrics`)).toBe(401);
  const scraped = await fetch(`${base}/metrics`, { headers: { authorization: "Bearer token-of-the-scraper" } });
  expect(await scraped.text()).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(await statusOf(`${base}/ready`)).toBe(404);
  expect((await fetch(`${base}/live`, { method: "POST" })).status).toBe(404);
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
  expect(await statusOf(`${base}/live`)).toBeNull();
});

it("the roles behind a web process answer as long as it drains, also those that begin then", async () => {
  const port = await findFreePort([]);
  const service = startSupervised(process.execPath, [join(built, "server.js")], {
    env: {
      ...{ PATH: process.env.PATH ?? "", NODE_ENV: "production", LOG_LEVEL: "error", COPPICE_DATA_DIR: folder.path },
      ...{ PORT: String(port), COPPICE_DRAIN_SECONDS: "15" },
    },
  });
  onTestFinished(async () => {
    service.child.kill("SIGTERM");
    await service.exitCode;
  });
  await untilServing(service);
  const base = `http://127.0.0.1:${port}`;
  await expect.poll(() => statusOf(`${base}/ready`), patient).toBe(200);
  service.child.kill("SIGTERM");
  await expect.poll(() => statusOf(`${base}/ready`), patient).toBe(503);
  const asked = await fetch(`${base}/api/v1/sql`, { method: "POST", body: "{}" });
  expect(asked.status).toBe(401);
  expect(await service.exitCode).toBe(0);
});
