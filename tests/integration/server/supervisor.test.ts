import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { placePrograms } from "@/tests/support/bundled-programs";
import { workerControlUrl } from "@/tests/support/clusters";
import { DataFolder } from "@/tests/support/data-folder";
import {
  type FoundProcess,
  findProcesses,
  type SupervisedService,
  startSupervised,
  untilServing,
} from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `server-${process.pid}`);
const folder = new DataFolder();
let port: number;

beforeAll(async () => {
  await placePrograms(built);
  port = await findFreePort([]);
});
afterAll(() => folder.remove());

const MODEL = { COPPICE_AI_URL: "https://model.example/v1", COPPICE_AI_MODEL: "model" };
/** `web`, `worker` and the guard of the host. The others are started on demand. */
const ROLES = 3;
/** The services of the test at hand; the rest of their roles is cleared away after the last of them. */
const running = new Set<ChildProcess>();

function launch(variables: Record<string, string> = {}): SupervisedService {
  const service = startSupervised(process.execPath, [join(built, "server.js")], {
    env: { ...process.env, PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "error", ...variables },
  });
  const { child, exitCode } = service;
  running.add(child);
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exitCode;
    running.delete(child);
    if (running.size > 0) return;
    for (const pid of processesOf(service).roles) process.kill(pid, "SIGKILL");
    // A process that is killed holds its port until it is gone.
    await expect.poll(() => processesOf(service).roles).toEqual([]);
  });
  return service;
}

/** Processes of the service, by their arguments or the folder they work in. */
function processesOf({ child }: SupervisedService): { servers: number[]; roles: number[] } {
  const pids = (matches: (found: FoundProcess) => boolean) => findProcesses(matches).map(({ pid }) => pid);
  return {
    servers: pids(({ workingFolder }) => workingFolder.startsWith(folder.path)),
    roles: pids(({ command, pid }) => command.includes(built) && pid !== child.pid),
  };
}

const ready = () =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    (response) => response.status,
    () => null,
  );

test("Ctrl-C lets a request in flight finish, and stops everything that was started", async () => {
  const service = launch();
  await untilServing(service);
  const key = /COPPICE_MANAGEMENT_KEY=(\S+)/.exec(service.output())?.[1];
  expect(processesOf(service).roles).toHaveLength(ROLES);
  const body = JSON.stringify({ name: "in-flight" });
  const inFlight = request({
    ...{ host: "127.0.0.1", port, method: "POST", path: "/api/v1/databases" },
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "content-length": body.length },
  });
  const answered = once(inFlight, "response");
  inFlight.write(body.slice(0, 5));
  await once(inFlight, "socket");
  await expect.poll(ready).toBe(200);
  service.child.kill("SIGINT");
  await expect.poll(ready).toBe(null);
  inFlight.end(body.slice(5));
  const [response] = await answered;
  expect(response.statusCode).toBe(201);
  response.resume();
  expect(await service.exitCode).toBe(0);
  expect(processesOf(service)).toEqual({ servers: [], roles: [] });
});

test("AT-L3: a later start prints no credentials, and its roles have nothing of the environment it was started from", async () => {
  const service = launch({ SECRET_OF_A_PERSON: "not-for-roles", COPPICE_AI_KEY: "for-web-alone", ...MODEL });
  await expect.poll(ready).toBe(200);
  await untilServing(service);
  expect(service.output()).not.toContain("COPPICE_MANAGEMENT_KEY");
  const roles = findProcesses(({ command, pid }) => command.includes(built) && pid !== service.child.pid);
  expect(roles).toHaveLength(ROLES);
  const having = (text: string) => roles.filter(({ environment }) => environment.includes(text)).length;
  expect([having("not-for-roles"), having("for-web-alone"), having("PATH=")]).toEqual([0, 1, 2]);
});

test("a start notes the upgrade that it has gone through, so that the next one keeps no copy", async () => {
  const control = join(folder.state.postgresDirectory, "control");
  rmSync(join(control, "data", "coppice-upgrade.json"), { force: true });
  for (const isFirst of [true, false]) {
    const service = launch();
    await untilServing(service);
    expect(service.output().includes("`npm run coppice -- migrate --back` goes back to it.")).toBe(isFirst);
    expect(readdirSync(join(control, "upgrade-copies"))).toHaveLength(1);
    service.child.kill("SIGTERM");
    expect(await service.exitCode).toBe(0);
  }
});

test("a process of a role that dies is started anew", async () => {
  const service = launch();
  await untilServing(service);
  const before = processesOf(service).roles;
  expect(before).toHaveLength(ROLES);
  for (const pid of before) process.kill(pid, "SIGKILL");
  await expect.poll(ready).toBe(200);
  await expect.poll(() => processesOf(service).roles).toHaveLength(ROLES);
  expect(processesOf(service).roles).not.toEqual(expect.arrayContaining(before));
});

test("when the supervisor is killed its roles end by themselves, and the next start takes over", async () => {
  const service = launch();
  await untilServing(service);
  service.child.kill("SIGKILL");
  await service.exitCode;
  await expect.poll(() => processesOf(service).roles).toEqual([]);
  expect(processesOf(service).servers.length).toBeGreaterThan(0);
  const next = launch();
  await untilServing(next);
  expect(await ready()).toBe(200);
});

test.each(["web", "worker", "content", "sql", "realtime", "functions"])(
  "the role %s ends when its supervisor goes while it starts",
  async (role) => {
    const variables = {
      COPPICE_ROLES: role,
      DATABASE_URL: await workerControlUrl(),
      COPPICE_SECRET_KEYS: `test:${randomBytes(32).toString("base64")}`,
    };
    const env = { ...process.env, PORT: String(port), LOG_LEVEL: "error", ...variables };
    const child = fork(join(built, "server.js"), [], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.disconnect();
    expect(await once(child, "exit")).toEqual([0, null]);
  },
);

test("a second start says in one sentence that the first is running, and exits with 1", async () => {
  const first = launch();
  await untilServing(first);
  const second = launch();
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toBe(`Coppice is already running on ${folder.path} (pid ${first.child.pid}).\n`);
  expect(await ready()).toBe(200);
});

test("a data folder that cannot be used is one sentence and exit code 1", async () => {
  const file = join(folder.parent, "file");
  writeFileSync(file, "");
  for (const [path, reason] of [
    [file, "it is a file"],
    [join(file, "data"), "a part of its path is a file"],
  ] as const) {
    const service = launch({ COPPICE_DATA_DIR: path });
    expect(await service.exitCode).toBe(1);
    expect(service.output()).toBe(
      `Can't use the data folder ${path}: ${reason}. Choose another with COPPICE_DATA_DIR.\n`,
    );
  }
});

test("8.4: an address that isn't the machine's is one sentence and exit code 1", async () => {
  // Of the documentation's own network, so nobody has it.
  const service = launch({ HOST: "203.0.113.9" });
  expect(await service.exitCode).toBe(1);
  expect(service.output()).toBe(
    "Can't listen on 203.0.113.9 (EADDRNOTAVAIL). Set HOST to an address of this machine.\n",
  );
});

test("8.4: on IPv6 alone, the service and the content are at their addresses", async () => {
  const service = launch({ HOST: "::1" });
  await untilServing(service);
  expect((await fetch(`http://[::1]:${port}/ready`)).status).toBe(200);
  expect((await fetch(`http://[::1]:${port + 1}/`)).status).toBe(404);
});

test("8.8: a taken port is one sentence and exit code 1", async () => {
  const other = createServer();
  await once(other.listen(port, "127.0.0.1"), "listening");
  onTestFinished(() => void other.close());
  const cases: [Record<string, string>, string][] = [
    [{}, "PORT"],
    [{ PORT: String(port - 1), COPPICE_CONTENT_PORT: String(port) }, "COPPICE_CONTENT_PORT"],
  ];
  for (const [variables, variable] of cases) {
    const service = launch(variables);
    expect(await service.exitCode).toBe(1);
    expect(service.output()).toBe(
      `Port ${port} is in use by another program. Stop it, or choose another port with ${variable}.\n`,
    );
  }
});
