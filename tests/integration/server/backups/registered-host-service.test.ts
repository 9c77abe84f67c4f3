import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { BackedUp, PASSPHRASE } from "@/tests/support/backups";
import { placePrograms } from "@/tests/support/bundled-programs";
import { DataFolder, queryOne } from "@/tests/support/data-folder";
import { KeptRegisteredHost } from "@/tests/support/registered-host";
import { type SupervisedService, startSupervised, untilServing } from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `host-backed-up-${process.pid}`);
const folder = new DataFolder();
const other = new KeptRegisteredHost(new BackedUp());
let port: number;
let service: SupervisedService;
let variables: NodeJS.ProcessEnv;

beforeAll(async () => {
  await placePrograms(built);
  await other.start();
  port = await findFreePort([]);
  const passphraseFile = join(folder.parent, "passphrase");
  writeFileSync(passphraseFile, PASSPHRASE);
  variables = {
    ...process.env,
    ...{ PORT: String(port), COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "error", COPPICE_BACKUPS_SECONDS: "1" },
    ...{ COPPICE_BACKUPS: join(folder.parent, "place"), COPPICE_BACKUPS_PASSPHRASE_FILE: passphraseFile },
  };
  service = startSupervised(process.execPath, [join(built, "server.js")], { env: variables });
});
afterAll(async () => {
  service?.child.kill("SIGTERM");
  await service?.exitCode;
  await other.remove();
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

const statusOfHost = async () => JSON.parse(await coppice(["backup", "status", "--json"])).hosts?.[0];
const ready = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).json();
const hostCheck = async () => {
  const { checks } = JSON.parse(await coppice(["doctor", "--json"]));
  return checks.find(({ name }: { name: string }) => name === "backups of pg-1");
};

test("a host whose provisioner lacks the right is named by the commands, and not by /ready", async () => {
  await untilServing(service);
  await coppice(["host", "add", "pg-1", "--capacity", "10"], `${other.cluster.url}\n`);
  const obstacle = expect.stringContaining("ALTER ROLE provisioner REPLICATION");
  await expect.poll(statusOfHost, { timeout: 60_000 }).toMatchObject({ name: "pg-1", obstacle, status: null });
  expect(await coppice(["backup", "status"])).toContain("not backed up. Its provisioner lacks REPLICATION");
  await expect.poll(hostCheck, { timeout: 60_000 }).toMatchObject({ status: "warn", detail: "none are made" });
  expect((await ready()).backups).toMatchObject({ hosts: [] });
});

test("the service backs the host up once it may, and proves that", async () => {
  await other.allowReplication();
  const backedUp = { name: "pg-1", upTo: expect.any(String), lastBackupAt: expect.any(String) };
  await expect.poll(async () => (await ready()).backups.hosts, { timeout: 60_000 }).toMatchObject([backedUp]);
  expect(await hostCheck()).toMatchObject({ status: "ok" });
  const outcome = async () => (await statusOfHost()).status.proof?.outcome ?? null;
  await expect.poll(outcome, { timeout: 110_000, interval: 1_000 }).toBe("proven");
});

test("a host that is lost is restored into a folder as it was at a second", async () => {
  await queryOne(other.urlOf("postgres"), "CREATE TABLE note AS SELECT 'kept' AS text");
  const at = new Date();
  await expect
    .poll(async () => new Date((await statusOfHost()).status.restorableTo) > at, { timeout: 60_000 })
    .toBe(true);
  await queryOne(other.urlOf("postgres"), "DROP TABLE note");
  const place = String(variables.COPPICE_BACKUPS);
  const to = other.nextFolder();
  const output = await coppice(["restore", "--from", place, "--host", "pg-1", "--to", to, "--at", at.toISOString()]);
  expect(output).toContain(`Start PostgreSQL on ${to}.`);
  const restored = await other.startRestored();
  expect(await queryOne(other.urlOf("postgres", restored), "SELECT text FROM note")).toEqual({ text: "kept" });
});
