import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { readGuide, textOf } from "@/tests/support/guides/guide-blocks";
import { type RunningProxy, startProxy } from "@/tests/support/guides/proxies";
import { laneContext, laneVariables } from "@/tests/support/lanes";
import { type RunningProcess, startProcess, untilReady } from "@/tests/support/lanes-setup";
import { createSignInProject, createSignInServerKey, type SignInProject } from "@/tests/support/sign-in-lanes";

/** Behind each proxy. */
const CLIENTS = 2;
/** Few enough for the requests that a key may make in a minute. */
const ROUNDS_OF_A_KEY = 100;
/** Each client gets so many answers before the first restart, between the two, and after the last. */
const ROUNDS = 10;

const blocks = readGuide("production");
const home = mkdtempSync(join(tmpdir(), "coppice-rolling-"));
const machines: { web: number; content: number; process: RunningProcess }[] = [];
let project: SignInProject;

/** The two machines of the guide are two processes here. */
async function startMachine(at: number, { web, content }: { web: number; content: number }): Promise<RunningProcess> {
  const started = startProcess(join(home, `machine-${at}.log`), ["dist/server.js"], {
    ...laneVariables,
    ...{ COPPICE_ROLES: "web,content", PORT: String(web), COPPICE_CONTENT_PORT: String(content) },
    ...{ CLIENT_ADDRESS_HEADER: "X-Client-Address", COPPICE_DRAIN_SECONDS: "5", COPPICE_DATA_DIR: join(home, "data") },
  });
  await untilReady(`http://127.0.0.1:${web}`, started);
  return started;
}

beforeAll(async () => {
  const taken: number[] = [];
  for (let at = 0; at < 4; at += 1) taken.push(await findFreePort(taken));
  for (const at of [0, 1]) {
    const [web = 0, content = 0] = taken.slice(at * 2);
    machines.push({ web, content, process: await startMachine(at, { web, content }) });
  }
  project = await createSignInProject();
});

afterAll(async () => {
  await Promise.all(machines.map(({ process }) => process.stop()));
  rmSync(home, { recursive: true, force: true });
});

/** The file of the guide, with the addresses of the two processes in place of its own. */
function placed(file: string): string {
  const own = machines.flatMap(({ web, content }, at) => [
    [`10.0.0.1${at + 1}:3000`, `127.0.0.1:${web}`],
    [`10.0.0.1${at + 1}:3001`, `127.0.0.1:${content}`],
  ]);
  return own.reduce((all, [theirs = "", ours = ""]) => all.replaceAll(theirs, ours), textOf(blocks, file));
}

/** The files for nginx, while one of the machines is out. */
function nginxFile(out: number | null): string {
  const site = textOf(blocks, "coppice.conf")
    .replace("http://127.0.0.1:3000", "http://coppice")
    .replace("http://127.0.0.1:3001", "http://coppice_content");
  const { web, content } = machines[out ?? -1] ?? {};
  const upstream = placed("upstream.conf").replaceAll(
    new RegExp(`:(?:${web}|${content}) max_fails=0`, "g"),
    (line) => `${line} down`,
  );
  return `${upstream}\n${site}`;
}

/** Asks by the proxy without an end, and notes each answer that isn't the right one. */
class SteadyClient {
  readonly #proxy: RunningProxy;
  readonly wrong: string[] = [];
  readonly created: string[] = [];
  #key = "";
  rounds = 0;
  isStopping = false;

  constructor(proxy: RunningProxy) {
    this.#proxy = proxy;
  }

  async run(name: string): Promise<void> {
    for (; !this.isStopping; this.rounds += 1) {
      if (this.rounds % ROUNDS_OF_A_KEY === 0) this.#key = await createSignInServerKey(project);
      const email = `${name}-${this.rounds}@example.com`;
      const users = `/v1/projects/${project.id}/users`;
      const { id } = await this.#expect(201, "POST", users, { email });
      if (id !== undefined) {
        this.created.push(email);
        await this.#expect(200, "GET", `${users}/${id}`);
      }
      await this.#expect(404, "GET", "/nothing", undefined, "coppice-content.example");
    }
  }

  async #expect(status: number, method: string, path: string, body?: object, host = "coppice.example") {
    const answered = await this.#ask(method, path, body, host).catch((error: Error) => ({
      status: 0,
      text: `${error}`,
    }));
    if (answered.status === status) return JSON.parse(answered.text) as { id?: string };
    this.wrong.push(`${method} ${path}: ${answered.status} ${answered.text}`);
    return {};
  }

  async #ask(method: string, path: string, body: object | undefined, host: string) {
    const { port, authority: ca } = this.#proxy;
    const headers = { host, authorization: `Bearer ${this.#key}`, "content-type": "application/json" };
    const sent = request({ host: "127.0.0.1", port, method, path, headers, ca, servername: host, agent: false });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { status: response.statusCode, text: await text(response) };
  }
}

it("RF-21: behind nginx and Caddy by the guide, two processes are restarted in turn, and no request fails or is done twice", async () => {
  const unused = { web: 0, content: 0 };
  const nginx = await startProxy("nginx", nginxFile(null), unused, join(home, "nginx"));
  const caddy = await startProxy("caddy", placed("Caddyfile.two"), unused, join(home, "caddy"));
  const clients = [nginx, caddy].flatMap((proxy) => Array.from({ length: CLIENTS }, () => new SteadyClient(proxy)));
  const running = Promise.all(clients.map((client, at) => client.run(`client-${at}`)));
  const further = async () => {
    const before = clients.map(({ rounds }) => rounds);
    const isFar = () => clients.every(({ rounds }, at) => rounds >= (before[at] ?? 0) + ROUNDS);
    await vi.waitUntil(isFar, { interval: 20, timeout: 60_000 });
  };
  try {
    await further();
    for (const [at, machine] of machines.entries()) {
      await nginx.reload(nginxFile(at));
      await machine.process.stop();
      machine.process = await startMachine(at, machine);
      await nginx.reload(nginxFile(null));
      await further();
    }
  } finally {
    for (const client of clients) client.isStopping = true;
    await running;
    await Promise.all([nginx.stop(), caddy.stop()]);
  }
  expect(clients.flatMap(({ wrong }) => wrong)).toEqual([]);
  const { db } = await laneContext();
  const there = await db.user.findMany({ where: { projectId: project.id } });
  expect(there.map(({ email }) => email).sort()).toEqual(clients.flatMap(({ created }) => created).sort());
});
