import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { placePrograms } from "@/tests/support/bundled-programs";
import { DataFolder } from "@/tests/support/data-folder";
import {
  type FoundProcess,
  findProcesses,
  type SupervisedService,
  startSupervised,
  untilProcess,
  untilServing,
} from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `first-run-${process.pid}`);
let folder: DataFolder;
let port: number;

beforeAll(async () => {
  await placePrograms(built);
  port = await findFreePort([]);
  folder = new DataFolder();
});
afterAll(() => folder.remove());

function launch(): SupervisedService {
  const service = startSupervised(process.execPath, [join(built, "server.js")], {
    env: { ...process.env, PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "error" },
  });
  onTestFinished(async () => {
    service.child.kill("SIGTERM");
    await service.exitCode;
  });
  return service;
}

const isOurs = ({ command, workingFolder }: FoundProcess) =>
  command.includes(built) || workingFolder.startsWith(folder.path);
const isPart = (sign: string) => (found: FoundProcess) =>
  found.command.includes(built) && `${found.command} ${found.environment}`.includes(sign);
const isWeb = isPart("COPPICE_ROLES=web ");
const api = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

/** Moments of a start in their order; each resolves when the start has come so far. */
const MOMENTS: Record<string, (service: SupervisedService) => Promise<unknown>> = {
  "the data folder is made": () => expect.poll(() => existsSync(join(folder.path, "state.json"))).toBe(true),
  "the first server runs": () => untilProcess(({ workingFolder }) => workingFolder.startsWith(folder.path)),
  "the control plane is prepared": () => untilProcess(isPart("--prepare")),
  "the worker starts": () => untilProcess(isPart("COPPICE_ROLES=worker ")),
  "the web process starts": () => untilProcess(isWeb),
  "the service answers": () =>
    expect
      .poll(
        () =>
          api("/info").then(
            () => true,
            () => false,
          ),
        { interval: 5 },
      )
      .toBe(true),
};

const outputs: string[] = [];

test.each(Object.entries(MOMENTS))("a first start that is stopped when %s ends cleanly", async (_, moment) => {
  const service = launch();
  await moment(service);
  service.child.kill("SIGINT");
  expect(await service.exitCode).toBe(0);
  expect(service.output()).not.toMatch(/^\s+at |Cannot use a pool/m);
  expect(findProcesses(isOurs)).toEqual([]);
  outputs.push(service.output());
});

test("a first start whose web process dies again and again keeps no credentials to itself", async () => {
  const service = launch();
  const killed = new Set<number>();
  while (killed.size < 3) {
    const [web] = await untilProcess((found) => isWeb(found) && !killed.has(found.pid));
    if (!web) throw new Error("no web process");
    process.kill(web.pid, "SIGKILL");
    killed.add(web.pid);
  }
  expect(await service.exitCode).toBe(1);
  expect(service.output()).toContain("The web process stops as soon as it starts");
  outputs.push(service.output());
});

test("the first start that completes prints credentials that work, which no other start does", async () => {
  const complete = launch();
  await untilServing(complete);
  outputs.push(complete.output());
  const printed = outputs.flatMap((output) => [...output.matchAll(/^COPPICE_MANAGEMENT_KEY=(.+)$/gm)]);
  expect(printed).toHaveLength(1);
  const created = await api("/api/v1/databases", {
    method: "POST",
    headers: { authorization: `Bearer ${printed[0]?.[1]}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "first" }),
  });
  expect(created.status).toBe(201);
  complete.child.kill("SIGTERM");
  await complete.exitCode;
  const next = launch();
  await untilServing(next);
  expect(next.output()).not.toContain("COPPICE_MANAGEMENT_KEY");
});
