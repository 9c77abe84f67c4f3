import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parseKeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import type { ServiceContext } from "@/lib/runtime";
import { sweepUserImports } from "@/lib/sign-in/user-imports/sweep";
import { placePrograms } from "@/tests/support/bundled-programs";
import { newControlUrl } from "@/tests/support/clusters";
import { OPERATOR, random } from "@/tests/support/context";
import { contextOn } from "@/tests/support/control-database";
import { type RunningProcess, startProcess } from "@/tests/support/lanes-setup";
import { ndjson } from "@/tests/support/user-imports";

const USERS = 6_000;
const KEYS = `t1:${Buffer.alloc(32, 9).toString("base64")}`;
/** The interval at which the test looks for the moment to kill at. */
const CLOSELY = { interval: 5, timeout: 60_000 };
const SOON = { timeout: 60_000 };

let folder: string;
let variables: Record<string, string>;
let ctx: ServiceContext;
const running: RunningProcess[] = [];

beforeAll(async () => {
  // Inside the repository, so that the packages are found.
  folder = await mkdtemp(join(process.cwd(), ".setup", "user-imports-"));
  const databaseUrl = await newControlUrl();
  variables = { DATABASE_URL: databaseUrl, COPPICE_SECRET_KEYS: KEYS, COPPICE_URL: "http://coppice.example" };
  ctx = await contextOn(databaseUrl, { actor: OPERATOR, sealer: new SecretSealer(parseKeyRing(KEYS), random) });
  await placePrograms(folder);
});
afterEach(() => Promise.all(running.splice(0).map((started) => started.stop())));
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({
  ...{ PATH: process.env.PATH ?? "", NODE_ENV: "production" as const },
  ...{ COPPICE_DATA_DIR: folder, ...variables },
});

async function coppice(...args: string[]): Promise<{ id: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "coppice.js"), ...args, "--json"], {
    env: environment(),
  });
  return JSON.parse(stdout);
}

async function newProject(): Promise<string> {
  const { id: organisationId } = await coppice("org", "create", "Acme");
  return (await coppice("project", "create", organisationId, "Shop")).id;
}

function startImport(projectId: string, file: string): ChildProcess {
  const args = [join(folder, "coppice.js"), "user", "import", file, "--project", projectId];
  return spawn(process.execPath, args, { env: environment(), stdio: "ignore" });
}

function startWorker(name: string): RunningProcess {
  const all = { ...variables, COPPICE_ROLES: "worker" };
  const started = startProcess(join(folder, `${name}.log`), [join(folder, "server.js")], all);
  running.push(started);
  return started;
}

/** Returns the import's own state, and the number of users, at one moment. */
async function stateOf(projectId: string) {
  const [state] = await ctx.db.$queryRaw<{ status: string; created: number; users: number }[]>`
    select status, created, (select count(*)::int from end_user where project_id = ${projectId}) as users
    from user_import where project_id = ${projectId}`;
  return state ?? { status: "none", created: 0, users: 0 };
}

const importOf = (projectId: string) => ctx.db.userImport.findFirstOrThrow({ where: { projectId } });

/** Kills the process once the import has come this far, at any step. */
async function killAt(child: ChildProcess, projectId: string, users: number): Promise<void> {
  const gone = once(child, "exit");
  await expect.poll(async () => (await stateOf(projectId)).users, CLOSELY).toBeGreaterThanOrEqual(users);
  child.kill("SIGKILL");
  expect(await gone).toEqual([null, "SIGKILL"]);
}

/** Does the service's work of two minutes later. */
async function letItBeFound(projectId: string, minutes = 3): Promise<void> {
  const progressAt = new Date(Date.now() - minutes * 60_000);
  await ctx.db.userImport.updateMany({ where: { projectId }, data: { progressAt } });
  await sweepUserImports({ ...ctx, clock: { ...ctx.clock, now: () => new Date() } });
}

const emailOf = (index: number) => `user${String(index).padStart(5, "0")}@example.com`;

test("An import whose command and whose worker were killed in the middle has every user once", async () => {
  const projectId = await newProject();
  const file = join(folder, "users.ndjson");
  const users = Array.from({ length: USERS }, (_, index) => ({
    ...{ email: emailOf(index), externalId: `old|${index}` },
    accounts: [{ providerId: "github", providerAccountId: String(index) }],
  }));
  await writeFile(file, ndjson([...users, "nonsense"]));

  await killAt(startImport(projectId, file), projectId, USERS / 6);
  const first = await stateOf(projectId);
  expect(first).toMatchObject({ status: "running", created: first.users });
  expect(first.created).toBeLessThan(USERS);
  await letItBeFound(projectId);
  await killAt(startWorker("killed").child, projectId, Math.min(first.created + USERS / 6, USERS - 1));
  const second = await stateOf(projectId);
  expect(second).toMatchObject({ status: "running", created: second.users });
  expect(second.created).toBeGreaterThan(first.created);
  await letItBeFound(projectId);
  startWorker("last");
  await expect.poll(async () => (await importOf(projectId)).status, SOON).toBe("done");

  const counts = { done: USERS + 1, created: USERS, updated: 0, skipped: 0, refused: 1 };
  expect(await importOf(projectId)).toMatchObject(counts);
  const found = await ctx.db.user.findMany({
    where: { projectId },
    select: { email: true },
    orderBy: { email: "asc" },
  });
  expect(found.map(({ email }) => email)).toEqual(users.map(({ email }) => email));
  expect(await ctx.db.account.count({ where: { projectId } })).toBe(USERS);
  expect(await ctx.db.userImportPart.count()).toBe(0);
});

test("An import whose command was killed while its file arrived imports nobody, and ends", async () => {
  const projectId = await newProject();
  const pipe = join(folder, "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  const child = startImport(projectId, pipe);
  const gone = once(child, "exit");
  await using end = await open(pipe, "w");
  await end.write(ndjson(Array.from({ length: 1_200 }, (_, index) => ({ email: emailOf(index) }))));
  await expect.poll(() => ctx.db.userImport.count({ where: { projectId, records: 1_000 } }), SOON).toBe(1);
  child.kill("SIGKILL");
  expect(await gone).toEqual([null, "SIGKILL"]);
  await letItBeFound(projectId, 16);
  expect(await importOf(projectId)).toMatchObject({ status: "failed", created: 0 });
  expect([await ctx.db.user.count({ where: { projectId } }), await ctx.db.userImportPart.count()]).toEqual([0, 0]);
});
