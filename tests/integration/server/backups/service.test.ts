import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackupStatus } from "@/lib/core/backup-status";
import { codeOf } from "@/lib/core/error-code";
import { findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { findScratch } from "@/lib/server/backups/scratch/folder";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { PASSPHRASE } from "@/tests/support/backups";
import { placePrograms } from "@/tests/support/bundled-programs";
import { DataFolder, queryOne } from "@/tests/support/data-folder";
import {
  findProcesses,
  type SupervisedService,
  startSupervised,
  untilServing,
} from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `backed-up-${process.pid}`);
const folder = new DataFolder();
const target = new DataFolder();
const METRICS_TOKEN = "metrics-token-of-the-test";
const SECONDS = 1;
let port: number;
let service: SupervisedService;
let variables: NodeJS.ProcessEnv;
/** An owner's key, their database, and a second before it lost a table. */
let [secret, orders, at] = ["", "", ""];

beforeAll(async () => {
  await placePrograms(built);
  port = await findFreePort([]);
  const passphraseFile = join(folder.parent, "passphrase");
  writeFileSync(passphraseFile, PASSPHRASE);
  variables = {
    ...process.env,
    ...{ PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "error", COPPICE_METRICS_TOKEN: METRICS_TOKEN },
    ...{ COPPICE_BACKUPS: join(folder.parent, "place"), COPPICE_BACKUPS_PASSPHRASE_FILE: passphraseFile },
    COPPICE_BACKUPS_SECONDS: String(SECONDS),
  };
  service = start();
});
afterAll(async () => {
  service?.child.kill("SIGTERM");
  await service?.exitCode;
  for (const data of [target, folder]) await data.remove();
  rmSync(built, { recursive: true, force: true });
});

const start = (env = variables) => startSupervised(process.execPath, [join(built, "server.js")], { env });
const backupProcesses = () =>
  findProcesses(({ command }) => command.includes(built) && command.includes("--backups")).map(({ pid }) => pid);

async function coppice(extra: Record<string, string>, ...args: string[]): Promise<string> {
  const env = { ...variables, ...extra, LOG_LEVEL: "silent" };
  const { stdout } = await promisify(execFile)(process.execPath, [join(built, "coppice.js"), ...args], { env });
  return stdout;
}

/** A server's processes end when the first of them does. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

const statusOf = async () => JSON.parse(await coppice({}, "backup", "status", "--json"));
async function api(path: string, body?: object) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })).json();
}
const urlOf = async (id: string) => (await api(`/api/v1/databases/${id}/connection-string`)).connectionString as string;
/** Asks the control plane, as the API may be asked only so often. */
async function ofDatabase(id: string, text: string) {
  const controlUrl = (await findEmbeddedPostgres(folder.path))?.controlUrl ?? "";
  return queryOne(controlUrl, `${text} WHERE '${id}' = id`);
}
const untilReady = (id: string) =>
  expect.poll(() => ofDatabase(id, "SELECT status FROM database"), { timeout: 60_000 }).toEqual({ status: "ready" });
const headersOfMetrics = { Authorization: `Bearer ${METRICS_TOKEN}` };
const ready = async () => (await fetch(`http://127.0.0.1:${port}/ready`, { headers: headersOfMetrics })).json();

test("the service makes its first base backup by itself, and tells everywhere how far backups reach", async () => {
  await untilServing(service);
  await expect.poll(async () => (await ready()).backups?.lastBackupAt ?? null, { timeout: 60_000 }).not.toBeNull();
  const { backups, missing } = await ready();
  expect(missing.filter((text: string) => text.startsWith("Backups"))).toEqual([]);
  expect(backups.secondsAtRisk).toBeLessThan(60);
  expect(await statusOf()).toMatchObject({ trouble: null, failure: null, everySeconds: SECONDS, gaps: [] });
  const doctor = JSON.parse(await coppice({}, "doctor", "--json").catch((error) => error.stdout));
  expect(doctor.checks).toContainEqual(expect.objectContaining({ name: "backups", status: "ok" }));
  // It's proven by itself as well, at low priority.
  await expect.poll(async () => (await ready()).backups.proof, { timeout: 120_000 }).not.toBeNull();
  const proven = (await ready()).backups;
  expect(proven).toMatchObject({ proof: { outcome: "proven" }, recoverySeconds: expect.any(Number) });
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: headersOfMetrics })).text();
  expect(metrics).toMatch(/^coppice_backup_reach_timestamp_seconds \d/m);
  expect(metrics).toMatch(/^coppice_backup_trouble 0$/m);
  expect(metrics).toMatch(/^coppice_backup_proof_timestamp_seconds\{outcome="proven"\} \d/m);
  expect(metrics).toMatch(/^coppice_backup_recovery_seconds \d/m);
});

test("a backup can be made beside the service", async () => {
  const made = JSON.parse(await coppice({}, "backup", "now", "--json"));
  const { backups } = JSON.parse(await coppice({}, "backup", "list", "--json"));
  expect(backups.map(({ id }: { id: string }) => id)).toContain(made.id);
});

test("a database is restored beside the service, as it was at a second, and can be connected to", async () => {
  await coppice({}, "org", "create", "Acme", "--plan", "pro");
  await coppice({}, "member", "add", "Acme", "ada@acme.example", "--role", "owner", "--generate-password");
  await coppice({}, "flag", "set", "Acme", "management_api", "on");
  const key = ["key", "create", "Acme", "--member", "ada@acme.example", "--name", "test", "--json"];
  secret = JSON.parse(await coppice({}, ...key)).secret;
  orders = (await api("/api/v1/databases", { name: "orders" })).id;
  await untilReady(orders);
  await queryOne(await urlOf(orders), "CREATE TABLE item AS SELECT 1 AS n");
  const row = await queryOne(await urlOf(orders), "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at");
  at = new Date(Math.ceil(Number(row?.at))).toISOString();
  const restorableTo = async () => (await readBackupStatus(folder.path))?.restorableTo?.toISOString() ?? "";
  await expect.poll(async () => (await restorableTo()) > at).toBe(true);
  expect((await statusOf()).restorableTo > at).toBe(true);
  await queryOne(await urlOf(orders), "DROP TABLE item");
  const restored = JSON.parse(await coppice({}, "db", "restore", orders, "--at", at, "--name", "before", "--json"));
  expect(restored).toMatchObject({ name: "before", parentDatabaseId: orders, status: "ready" });
  expect(await queryOne(await urlOf(restored.id), "SELECT n FROM item")).toEqual({ n: 1 });
});

test("an owner has it restored by the API, also when the process that does it is killed in the midst", async () => {
  const restores = `/v1/databases/${orders}/restores`;
  const asked = await api(restores, { at, name: "asked for" });
  expect(asked).toMatchObject({ status: "provisioning", step: "waiting", at });
  const restore = (what: string) =>
    ofDatabase(asked.id, `SELECT ${what} FROM past_restore JOIN database ON database_id = id`);
  await expect.poll(() => restore("attempts")).toEqual({ attempts: 1 });
  const [process] = findProcesses(({ command }) => command.includes(built) && command.includes("--restore-past"));
  killIfThere(process?.pid ?? 0);
  await untilReady(asked.id);
  expect(await queryOne(await urlOf(asked.id), "SELECT n FROM item")).toEqual({ n: 1 });
  const row = await restore("attempts, past_restore.status");
  expect(row).toEqual({ attempts: 2, status: "done" });
  expect((await api(restores)).lastSeconds).toEqual(expect.any(Number));
});

test("a restore that the whole service is killed amid goes on after its next start, and leaves nothing behind", async () => {
  const before = await databasesOfHost();
  const asked = await api(`/v1/databases/${orders}/restores`, { at, name: "killed with all" });
  const restore = (what: string) =>
    ofDatabase(asked.id, `SELECT ${what} FROM past_restore JOIN database ON database_id = id`);
  await expect.poll(() => restore("step"), { interval: 20, timeout: 60_000 }).not.toEqual({ step: null });
  await killAll();
  service = start();
  await untilServing(service);
  await untilReady(asked.id);
  expect(await restore("attempts, past_restore.status, step")).toEqual({ attempts: 2, status: "done", step: null });
  expect(await queryOne(await urlOf(asked.id), "SELECT n FROM item")).toEqual({ n: 1 });
  expect(await databasesOfHost()).toEqual([...before, asked.id].sort());
  const { folder: scratch } = await findScratch(folder.path, { scratch: null });
  await expect.poll(() => existsSync(scratch)).toBe(false);
  expect(findProcesses(({ workingFolder }) => workingFolder.startsWith(scratch))).toEqual([]);
});

/** Returns the names of the databases of the embedded host, with all that an unfinished restore may have there. */
async function databasesOfHost(): Promise<string[]> {
  const names: string[] = [];
  const { clusters } = await findBackedUpClusters(folder.path);
  await clusters[0]?.asSuperuser("postgres", async (client) => {
    const { rows } = await client.query("SELECT datname AS name FROM pg_database WHERE datname ~ '^db_|stage'");
    names.push(...rows.map(({ name }) => name));
  });
  return names.sort();
}

/** Kills each process of the service and its servers, as a power cut does. */
async function killAll(): Promise<void> {
  const supervisor = service.child.pid ?? 0;
  const others = findProcesses(
    ({ command, workingFolder }) => command.includes(built) || workingFolder.startsWith(folder.path),
  ).flatMap(({ pid }) => (pid === supervisor ? [] : [pid]));
  for (const pid of [supervisor, ...others]) killIfThere(pid);
  await service.exitCode;
}

test("a machine that is lost under write load loses seconds", async () => {
  const found = await findEmbeddedPostgres(folder.path);
  const controlUrl = found?.controlUrl ?? "";
  await queryOne(controlUrl, "CREATE TABLE beat (at timestamptz)");
  const client = new Client({ connectionString: controlUrl });
  client.on("error", () => undefined);
  await client.connect();
  let last = 0;
  const beat = async () => {
    for (;;) {
      const { rows } = await client.query("INSERT INTO beat VALUES (clock_timestamp()) RETURNING at");
      last = (rows[0] as { at: Date }).at.getTime();
    }
  };
  const beating = beat();
  const began = Date.now();
  const reach = async () => (await readBackupStatus(folder.path))?.upTo?.getTime() ?? 0;
  await Promise.race([beating, expect.poll(reach).toBeGreaterThan(began + 3_000 * SECONDS)]);
  // The worst moment: the next round has everything but hasn't arrived.
  const age = async () => Date.now() - (await reach());
  await expect.poll(age, { interval: 10 }).toBeGreaterThan(1_000 * SECONDS);
  await killAll();
  await expect(beating).rejects.toThrow();

  await coppice({ COPPICE_DATA_DIR: target.path }, "restore", "--from", join(folder.parent, "place"));
  const restored = await target.start();
  const row = await queryOne(restored.controlUrl, "SELECT extract(epoch FROM max(at)) * 1000 AS at FROM beat");
  const lost = (last - Number(row?.at)) / 1_000;
  process.stderr.write(`lost ${lost.toFixed(2)} s\n`);
  expect(lost).toBeLessThan(10 * SECONDS);
  const key = (dataDir: string) => readFileSync(join(dataDir, "secret-keys"), "utf8");
  expect(key(target.path)).toBe(key(folder.path));
});

test("a service without COPPICE_BACKUPS has no process for them, and keeps no WAL for those of before", async () => {
  const { COPPICE_BACKUPS: _place, ...without } = variables;
  service = start(without);
  await untilServing(service);
  expect(backupProcesses()).toEqual([]);
  const controlUrl = (await findEmbeddedPostgres(folder.path))?.controlUrl ?? "";
  expect(await queryOne(controlUrl, "SELECT count(*)::int AS slots FROM pg_replication_slots")).toEqual({ slots: 0 });
  expect((await ready()).backups).toBeNull();
  service.child.kill("SIGTERM");
  await service.exitCode;
});

test("the process that makes backups is begun again when it dies, and ends with the service", async () => {
  service = start();
  await untilServing(service);
  const upTo = async () => (await readBackupStatus(folder.path))?.upTo?.getTime() ?? 0;
  await expect.poll(upTo).toBeGreaterThan(0);
  const [first = 0, ...others] = backupProcesses();
  expect(others).toEqual([]);
  process.kill(first, "SIGKILL");
  const killedAt = Date.now();
  await expect.poll(upTo).toBeGreaterThan(killedAt);
  expect(backupProcesses()).not.toContain(first);
  service.child.kill("SIGTERM");
  await service.exitCode;
  expect(backupProcesses()).toEqual([]);
});
