import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
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
const built = join(process.cwd(), ".setup", "tests", `npm-start-${process.pid}`);
let folder: DataFolder;
/** A checkout with the repository's own start script and a server bundle of this test's. */
let checkout: string;
let port: number;

beforeAll(async () => {
  await placePrograms(built);
  port = await findFreePort([]);
  folder = new DataFolder();
  checkout = join(folder.parent, "checkout");
  mkdirSync(checkout);
  const { name, version, scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  writeFileSync(join(checkout, "package.json"), JSON.stringify({ name, version, scripts: { start: scripts.start } }));
  symlinkSync(join(process.cwd(), "node_modules"), join(checkout, "node_modules"));
  symlinkSync(built, join(checkout, "dist"));
});
afterAll(() => folder.remove());

const isOfService = ({ workingFolder, command }: FoundProcess) =>
  workingFolder.startsWith(folder.path) || (workingFolder.startsWith(checkout) && command.includes("server.js"));
const isSupervisor = ({ command, environment }: FoundProcess) =>
  command.includes("server.js") && environment.includes(checkout) && !environment.includes("COPPICE_ROLES=");

function npmStart(): SupervisedService {
  const env = { ...process.env, PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "error" };
  const service = startSupervised("npm", ["start"], { cwd: checkout, env });
  onTestFinished(async () => {
    for (const { pid } of findProcesses(isSupervisor)) process.kill(pid, "SIGTERM");
    await expect.poll(() => findProcesses(isOfService)).toEqual([]);
  });
  return service;
}

async function expectAllGone(): Promise<void> {
  await expect.poll(() => findProcesses(isOfService)).toEqual([]);
}

test.each(["SIGTERM", "SIGKILL", "SIGHUP"] as const)(
  "%s to npm alone ends all, and it can be started again",
  async (signal) => {
    const service = npmStart();
    await untilServing(service);
    service.child.kill(signal);
    await service.exitCode;
    await expectAllGone();
  },
);

test("nothing stands between npm and the supervisor, and either signal to it ends all", async () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const service = npmStart();
    await untilServing(service);
    const [supervisor] = await untilProcess(isSupervisor);
    if (!supervisor) throw new Error("no supervisor");
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${supervisor.pid}/status`, "utf8"))?.[1]);
    expect(parent).toBe(service.child.pid);
    process.kill(supervisor.pid, signal);
    await service.exitCode;
    // The servers outlive a supervisor that is killed until the next start, which ends them.
    if (signal === "SIGTERM") await expectAllGone();
  }
  await untilServing(npmStart());
});
