import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localWindowFolder } from "@/lib/core/local-window";
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
const built = join(process.cwd(), ".setup", "tests", `local-window-${process.pid}`);
const folder = new DataFolder();
const METRICS_TOKEN = "metrics-token-of-the-test";
let port: number;
let service: SupervisedService;
let variables: NodeJS.ProcessEnv;
let [secret, orders, at] = ["", "", ""];

beforeAll(async () => {
  await placePrograms(built);
  port = await findFreePort([]);
  variables = {
    ...process.env,
    ...{ PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "warn", COPPICE_METRICS_TOKEN: METRICS_TOKEN },
    ...{ COPPICE_WINDOW_HOURS: "24", COPPICE_WINDOW_AFTER_SECONDS: "0" },
  };
});
afterAll(async () => {
  await stop();
  await folder.remove();
  rmSync(built, { recursive: true, force: true });
});

async function start(further: Record<string, string> = {}): Promise<void> {
  service = startSupervised(process.execPath, [join(built, "server.js")], { env: { ...variables, ...further } });
  await untilServing(service);
}
async function stop(): Promise<void> {
  service?.child.kill("SIGTERM");
  await service?.exitCode;
}
async function coppice(...args: string[]): Promise<string> {
  const env = { ...variables, LOG_LEVEL: "silent" };
  const { stdout } = await promisify(execFile)(process.execPath, [join(built, "coppice.js"), ...args], { env });
  return stdout;
}
async function api(path: string, body?: object) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })).json();
}
const urlOf = async (id: string) => (await api(`/api/v1/databases/${id}/connection-string`)).connectionString as string;
const headersOfMetrics = { Authorization: `Bearer ${METRICS_TOKEN}` };
const ready = async () => (await fetch(`http://127.0.0.1:${port}/ready`, { headers: headersOfMetrics })).json();
const controlUrl = async () => (await findEmbeddedPostgres(folder.path))?.controlUrl ?? "";
/** Asks the control plane, as the API may be asked only so often. */
async function untilReady(id: string): Promise<void> {
  const text = `SELECT status FROM database WHERE id = '${id}'`;
  await expect.poll(async () => queryOne(await controlUrl(), text), { timeout: 90_000 }).toEqual({ status: "ready" });
}
const keepers = () => findProcesses(({ command }) => command.includes(built) && command.includes("--local-window"));

test("no process is there before the first database, and one that is killed amid the first base backup leaves none", async () => {
  await start({ COPPICE_CRASH_AT: "backup:host-1:volume" });
  expect(await ready()).toMatchObject({ backups: null, localWindow: { isBackup: false, from: null, bytes: 0 } });
  expect(keepers()).toEqual([]);
  await coppice("org", "create", "Acme", "--plan", "pro");
  await coppice("member", "add", "Acme", "ada@acme.example", "--role", "owner", "--generate-password");
  await coppice("flag", "set", "Acme", "management_api", "on");
  const key = ["key", "create", "Acme", "--member", "ada@acme.example", "--name", "test", "--json"];
  secret = JSON.parse(await coppice(...key)).secret;
  orders = (await api("/api/v1/databases", { name: "orders" })).id;
  await untilReady(orders);
  await expect.poll(() => service.output(), { timeout: 60_000 }).toContain("local window ended");
  expect(await ready()).toMatchObject({ localWindow: { from: null, to: null } });
  const refused = await api(`/v1/databases/${orders}/restores`, { at: new Date().toISOString(), name: "early" });
  expect(refused.error.code).toBe("time_not_restorable");
  await stop();
});

test("a dropped table comes back without backups, and nothing says that there are any", async () => {
  await start();
  await expect.poll(async () => (await ready()).localWindow.from, { timeout: 60_000 }).not.toBeNull();
  await queryOne(await urlOf(orders), "CREATE TABLE item AS SELECT 1 AS n");
  const row = await queryOne(await urlOf(orders), "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at");
  at = new Date(Math.ceil(Number(row?.at))).toISOString();
  await queryOne(await urlOf(orders), "DROP TABLE item");
  await expect.poll(async () => (await ready()).localWindow.to > at, { timeout: 60_000 }).toBe(true);
  const asked = await api(`/v1/databases/${orders}/restores`, { at, name: "before" });
  await untilReady(asked.id);
  expect(await queryOne(await urlOf(asked.id), "SELECT n FROM item")).toEqual({ n: 1 });
  const early = coppice("db", "restore", orders, "--at", "2026-01-01T00:00:00Z", "--name", "early");
  await expect(early).rejects.toMatchObject({ stderr: expect.stringContaining("Choose a time from") });

  expect((await ready()).backups).toBeNull();
  const doctor = JSON.parse(await coppice("doctor", "--json").catch((error) => error.stdout));
  expect(doctor.checks).toContainEqual(
    expect.objectContaining({ name: "backups", detail: expect.stringContaining("not set up: all data is lost") }),
  );
  expect(doctor.checks).toContainEqual(
    expect.objectContaining({ name: "local window", status: "ok", detail: expect.stringContaining("no backup") }),
  );
  for (const command of ["status", "list"]) {
    const refusal = await coppice("backup", command).catch((error) => `${error.stderr}${error.stdout}`);
    expect(refusal).toContain("There are no backups: set COPPICE_BACKUPS");
    expect(refusal).toContain("on the same disk as the databases: this is no backup");
  }
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: headersOfMetrics })).text();
  expect(metrics.match(/^coppice_backup_\w+[ {].*/gm)).toBeNull();
  expect(metrics).toMatch(/^coppice_local_window_bytes \d/m);
  const window = `coppice restore --from ${join(localWindowFolder(folder.path), "files")}`.split(" ").slice(1);
  const passphrase = { COPPICE_BACKUPS_PASSPHRASE_FILE: join(localWindowFolder(folder.path), "passphrase") };
  const env = { ...variables, ...passphrase, COPPICE_DATA_DIR: join(folder.parent, "other"), LOG_LEVEL: "silent" };
  const whole = promisify(execFile)(process.execPath, [join(built, "coppice.js"), ...window], { env });
  await expect(whole).rejects.toMatchObject({ stderr: expect.stringContaining("which is no backup") });
});

test("with backups it goes once they have their first base backup, and its times with it", async () => {
  await stop();
  expect(keepers()).toEqual([]);
  const passphraseFile = join(folder.parent, "passphrase");
  const place = { COPPICE_BACKUPS: join(folder.parent, "place"), COPPICE_BACKUPS_PASSPHRASE_FILE: passphraseFile };
  await start(place);
  // Backups that can't begin take nothing away.
  await expect.poll(() => service.output(), { timeout: 60_000 }).toContain("backups could not begin");
  expect(existsSync(localWindowFolder(folder.path))).toBe(true);
  writeFileSync(passphraseFile, PASSPHRASE);
  await expect.poll(() => existsSync(localWindowFolder(folder.path)), { timeout: 90_000 }).toBe(false);
  await expect.poll(async () => (await ready()).backups?.lastBackupAt ?? null).not.toBeNull();
  expect((await ready()).localWindow).toBeNull();
  const refused = await api(`/v1/databases/${orders}/restores`, { at, name: "too-early" });
  expect(refused.error.code).toBe("time_not_restorable");
  await stop();
});

test("switched off, it's neither kept nor is WAL for it", async () => {
  await start();
  await expect.poll(async () => (await ready()).localWindow.from, { timeout: 90_000 }).not.toBeNull();
  await stop();
  await start({ COPPICE_WINDOW_HOURS: "0" });
  expect(existsSync(localWindowFolder(folder.path))).toBe(false);
  expect((await ready()).localWindow).toBeNull();
  const refused = await api(`/v1/databases/${orders}/restores`, { at, name: "off" });
  expect(refused.error.code).toBe("not_configured");
});
