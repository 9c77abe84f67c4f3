import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readHostBackups } from "@/lib/core/backup-status";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { BackedUp, PASSPHRASE } from "@/tests/support/backups";
import { placePrograms } from "@/tests/support/bundled-programs";
import { DataFolder, queryOne } from "@/tests/support/data-folder";
import { refusalOf } from "@/tests/support/databases";
import { POSTGRES_CLIENT } from "@/tests/support/postgres-client";
import { KeptRegisteredHost } from "@/tests/support/registered-host";
import { type SupervisedService, startSupervised, untilServing } from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `host-backed-up-${process.pid}`);
const folder = new DataFolder();
const world = new BackedUp();
const other = new KeptRegisteredHost(world);
const METRICS_TOKEN = "metrics-token-of-the-test";
let port: number;
let service: SupervisedService;
/** The headers of a management key of the owner of `orders`. */
let headers: Record<string, string>;
let ordersId: string;
let variables: NodeJS.ProcessEnv;

beforeAll(async () => {
  await placePrograms(built);
  await other.start();
  port = await findFreePort([]);
  const passphraseFile = join(folder.parent, "passphrase");
  writeFileSync(passphraseFile, PASSPHRASE);
  variables = {
    ...{ ...process.env, PATH: [POSTGRES_CLIENT, process.env.PATH ?? ""].join(delimiter) },
    ...{ PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "error", COPPICE_BACKUPS_SECONDS: "1" },
    COPPICE_METRICS_TOKEN: METRICS_TOKEN,
    ...{ COPPICE_BACKUPS: join(folder.parent, "place"), COPPICE_BACKUPS_PASSPHRASE_FILE: passphraseFile },
  };
  service = startSupervised(process.execPath, [join(built, "server.js")], { env: variables });
});
afterAll(async () => {
  service?.child.kill("SIGTERM");
  await service?.exitCode;
  await other.remove();
  await world.remove();
  await folder.remove();
  rmSync(built, { recursive: true, force: true });
});

/** Returns the output of a command, also of one that found something wrong. */
async function coppice(args: string[], input = ""): Promise<string> {
  const child = spawn(process.execPath, [join(built, "coppice.js"), ...args], {
    env: { ...variables, LOG_LEVEL: "silent" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.end(input);
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return output;
}

async function api(path: string, body?: object) {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })).json();
}

const urlOf = async (id: string) => (await api(`/api/v1/databases/${id}/connection-string`)).connectionString;

/** Polls ask this, as each command is a process. */
const keptOfHost = async () => (await readHostBackups(folder.path))[0];
const statusOfHost = async () => JSON.parse(await coppice(["backup", "status", "--json"])).hosts?.[0];
const headersOfMetrics = { Authorization: `Bearer ${METRICS_TOKEN}` };
const ready = async () => (await fetch(`http://127.0.0.1:${port}/ready`, { headers: headersOfMetrics })).json();
const hostCheck = async () => {
  const { checks } = JSON.parse(await coppice(["doctor", "--json"]));
  return checks.find(({ name }: { name: string }) => name === "backups of pg-1");
};

test("a host whose provisioner lacks the right is named by the commands, and not by /ready", async () => {
  await untilServing(service);
  await coppice(["host", "add", "pg-1", "--capacity", "10"], `${other.cluster.url}\n`);
  const obstacle = expect.stringContaining("ALTER ROLE provisioner REPLICATION");
  const refused = { name: "pg-1", obstacle, status: null };
  await expect.poll(keptOfHost, { timeout: 60_000 }).toMatchObject(refused);
  expect(await statusOfHost()).toMatchObject(refused);
  expect(await coppice(["backup", "status"])).toContain("not backed up. Its provisioner lacks REPLICATION");
  await expect.poll(hostCheck, { timeout: 60_000 }).toMatchObject({ status: "warn", detail: "none are made" });
  expect((await ready()).backups).toMatchObject({ hosts: [] });
});

test("the service backs the host up once it may, and proves that", async () => {
  await other.allowReplication();
  const backedUp = { name: "pg-1", upTo: expect.any(String), lastBackupAt: expect.any(String) };
  await expect.poll(async () => (await ready()).backups.hosts, { timeout: 60_000 }).toMatchObject([backedUp]);
  expect(await hostCheck()).toMatchObject({ status: "ok" });
  const outcome = async () => (await keptOfHost())?.status?.proof?.outcome ?? null;
  await expect.poll(outcome, { timeout: 110_000 }).toBe("proven");
  expect((await statusOfHost()).status.proof).toMatchObject({ outcome: "proven" });
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: headersOfMetrics })).text();
  expect(metrics).toMatch(/^coppice_host_backup_reach_timestamp_seconds\{host="pg-1"\} \d/m);
  expect(metrics).toMatch(/^coppice_host_backup_base_timestamp_seconds\{host="pg-1"\} \d/m);
  expect(metrics).toMatch(/^coppice_host_backup_proof_timestamp_seconds\{host="pg-1",outcome="proven"\} \d/m);
  expect(metrics).toMatch(/^coppice_host_backup_recovery_seconds\{host="pg-1"\} \d/m);
  expect(metrics).toMatch(/^coppice_host_backup_trouble\{host="pg-1"\} 0$/m);
});

test("an owner has a database of the host restored by the API, as it was at a second", async () => {
  await coppice(["host", "drain", "embedded"]);
  await coppice(["org", "create", "Acme", "--plan", "pro"]);
  await coppice(["member", "add", "Acme", "ada@acme.example", "--role", "owner", "--generate-password"]);
  await coppice(["flag", "set", "Acme", "management_api", "on"]);
  const { secret } = JSON.parse(
    await coppice(["key", "create", "Acme", "--member", "ada@acme.example", "--name", "test", "--json"]),
  );
  headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const statusOf = async (id: string) => (await api(`/api/v1/databases/${id}`)).status;
  const { id } = await api("/api/v1/databases", { name: "orders" });
  ordersId = id;
  await expect.poll(() => statusOf(id), { timeout: 60_000, interval: 1_000 }).toBe("ready");
  await queryOne(await urlOf(id), "CREATE TABLE item AS SELECT 1 AS n");
  const row = await queryOne(await urlOf(id), "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at");
  const at = new Date(Math.ceil(Number(row?.at))).toISOString();
  const restores = `/v1/databases/${id}/restores`;
  const isKept = async () => ((await api(restores)).window?.to ?? "") > at;
  await expect.poll(isKept, { timeout: 60_000, interval: 1_000 }).toBe(true);
  await queryOne(await urlOf(id), "DROP TABLE item");
  const asked = await api(restores, { at, name: "orders-before" });
  expect(asked).toMatchObject({ status: "provisioning", parentDatabaseId: id });
  await expect.poll(() => statusOf(asked.id), { timeout: 110_000, interval: 1_000 }).toBe("ready");
  expect(await queryOne(await urlOf(asked.id), "SELECT n FROM item")).toEqual({ n: 1 });
});

test("a host that is lost is restored into a folder as it was at a second, and gets the present passwords", async () => {
  await queryOne(other.urlOf("postgres"), "CREATE TABLE note AS SELECT 'kept' AS text");
  const at = new Date();
  const restorableTo = async () => (await keptOfHost())?.status?.restorableTo?.getTime() ?? 0;
  await expect.poll(restorableTo, { timeout: 60_000 }).toBeGreaterThan(at.getTime());
  await queryOne(other.urlOf("postgres"), "DROP TABLE note");
  const former = await urlOf(ordersId);
  const { connectionString: present } = await api(`/api/v1/databases/${ordersId}/rotate-credential`, {});
  const place = String(variables.COPPICE_BACKUPS);
  const to = other.nextFolder();
  const output = await coppice(["restore", "--from", place, "--host", "pg-1", "--to", to, "--at", at.toISOString()]);
  expect(output).toContain(`Start PostgreSQL on ${to}.`);
  expect(output).toContain("keep customers out until `coppice host renew-logins pg-1` has run");
  const restored = await other.startRestored();
  expect(await queryOne(other.urlOf("postgres", restored), "SELECT text FROM note")).toEqual({ text: "kept" });
  const there = (url: string) => Object.assign(new URL(url), { port: String(restored.port) }).href;
  expect([await refusalOf(there(former)), await refusalOf(there(present))]).toEqual([null, "28P01"]);
  await coppice(["host", "set", "pg-1", "--url", "--public-port", String(restored.port)], `${restored.url}\n`);
  expect(await coppice(["host", "renew-logins", "pg-1"])).toBe("pg-1: 2 databases have their present passwords.\n");
  expect([await refusalOf(there(former)), await refusalOf(there(present))]).toEqual(["28P01", null]);
  expect(await urlOf(ordersId)).toBe(there(present));
});
