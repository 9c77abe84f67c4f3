import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackupStatus } from "@/lib/core/backup-status";
import { findScratch } from "@/lib/server/backups/scratch/folder";
import { writeStatus } from "@/lib/server/backups/status-file";
import { BackedUp, PASSPHRASE } from "@/tests/support/backups";
import { placePrograms } from "@/tests/support/bundled-programs";
import { DataFolder, queryOne } from "@/tests/support/data-folder";
import { findProcesses } from "@/tests/support/supervised-service";

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `backup-crash-${process.pid}`);

interface Outcome {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of the operator in a process of its own. */
async function coppice(variables: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const { PATH = "" } = process.env;
  const env = { PATH, NODE_ENV: "test" as const, LOG_LEVEL: "silent", ...variables };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(built, "coppice.js"), ...args], {
      env,
    });
    return { exitCode: 0, signal: null, stdout, stderr };
  } catch (error) {
    const { code, signal, stdout, stderr } = error as { code: number; signal: string } & Outcome;
    return { exitCode: code, signal, stdout, stderr };
  }
}

const BACKUP_POINTS = [
  ...["backup:ship:host-1", "backup:begun", "backup:host-1:started", "backup:host-1:stopped"],
  ...["backup:host-1:index", "backup:control:volume", "backup:objects", "backup:before-manifest"],
];
const PROOF_POINTS = ["proof:begun", "proof:control:recovered", "proof:host-1:fetched"];
const RESTORE_POINTS = [
  ...["restore:begun", "restore:host-1:fetched", "restore:host-1:recovered", "restore:control:fetched"],
  "restore:before-end",
];

const world = new BackedUp();
const target = new DataFolder();
const variables = () => ({
  COPPICE_DATA_DIR: world.folder.path,
  COPPICE_BACKUPS: world.placeFolder,
  COPPICE_BACKUPS_PASSPHRASE_FILE: world.settings.passphraseFile,
});
const restore = (further: Record<string, string> = {}) =>
  coppice({ ...variables(), COPPICE_DATA_DIR: target.path, ...further }, "restore", "--from", world.placeFolder);
const list = async () => JSON.parse((await coppice(variables(), "backup", "list", "--json")).stdout).backups;

async function sentence(changes: Record<string, string>, ...args: string[]): Promise<string> {
  const { exitCode, stderr } = await coppice({ ...variables(), ...changes }, ...args);
  expect(exitCode, stderr).toBe(1);
  return stderr.trim().replace(/^error: /, "");
}

beforeAll(async () => {
  await placePrograms(built);
  await world.start();
  await queryOne(world.clusters.controlUrl, "CREATE TABLE kept AS SELECT 'kept' AS note");
  world.putObject("obj_first", "kept");
  await world.clusters.stop();
});
afterAll(async () => {
  await target.remove();
  await world.remove();
  rmSync(built, { recursive: true, force: true });
});

test("commands name the missing thing in a sentence before the first backup", async () => {
  expect(await sentence({ COPPICE_BACKUPS: "" }, "backup", "now")).toBe(
    "There are no backups: set COPPICE_BACKUPS to a folder or s3://bucket/prefix.",
  );
  expect(await sentence({}, "backup", "list")).toContain(`There are no backups in ${world.placeFolder}.`);
  expect(await sentence({}, "backup", "status")).toMatch(/^No backup has been made of /);
  expect(await sentence({ COPPICE_BACKUPS_PASSPHRASE_FILE: "/nowhere" }, "backup", "now")).toContain(
    "/nowhere, the file with the passphrase of the backups, can't be read (ENOENT).",
  );
});

test("a backup that is killed at any step counts for nothing, and the next is whole", async () => {
  await world.makeRepository();
  for (const point of BACKUP_POINTS) {
    const killed = await coppice({ ...variables(), COPPICE_CRASH_AT: point }, "backup", "now");
    expect(killed, `${point} ${killed.stderr}`).toMatchObject({ signal: "SIGKILL" });
  }
  expect(await list()).toEqual([]);
  const made = await coppice(variables(), "backup", "now", "--json");
  expect(made, made.stderr).toMatchObject({ exitCode: 0 });
  const { id } = JSON.parse(made.stdout);
  expect(await list()).toMatchObject([{ id }]);
  // The files of the killed ones are gone.
  const repository = await world.repository();
  expect((await repository.list("base/")).filter(({ name }) => !name.startsWith(`base/${id}/`))).toEqual([]);
});

test("a backup that is killed leaves the earlier one as it was, to which the next refers", async () => {
  const [{ id: first }] = await list();
  for (const point of ["backup:host-1:index", "backup:before-manifest"]) {
    const killed = await coppice({ ...variables(), COPPICE_CRASH_AT: point }, "backup", "now");
    expect(killed, `${point} ${killed.stderr}`).toMatchObject({ signal: "SIGKILL" });
  }
  expect(await list()).toMatchObject([{ id: first }]);
  const made = await coppice(variables(), "backup", "now", "--json");
  const { id, bytes, storedBytes } = JSON.parse(made.stdout);
  expect(storedBytes).toBeLessThan(bytes / 20);
  expect(await list()).toMatchObject([{ id: first }, { id, bytes, storedBytes }]);
  const repository = await world.repository();
  const folders = new Set((await repository.list("base/")).map(({ name }) => name.split("/")[1]));
  expect(folders).toEqual(new Set([first, id]));
});

test("the status says that nothing has arrived for long, and fails", async () => {
  const status = await readBackupStatus(world.folder.path);
  if (!status) throw new Error("the backup said nothing");
  expect((await coppice(variables(), "backup", "status")).exitCode).toBe(0);
  await writeStatus(world.folder.path, { ...status, upTo: new Date(Date.now() - 600_000) });
  const { exitCode, stdout } = await coppice(variables(), "backup", "status");
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`Backups: nothing has reached ${world.placeFolder} for 10 minutes.`);
});

test("a proof that is killed at any step says nothing, and the next removes its remains", async () => {
  const { folder } = await findScratch(world.folder.path, world.settings);
  for (const point of PROOF_POINTS) {
    const killed = await coppice({ ...variables(), COPPICE_CRASH_AT: point }, "backup", "prove");
    expect(killed, `${point} ${killed.stderr}`).toMatchObject({ signal: "SIGKILL" });
    expect(existsSync(folder), point).toBe(true);
  }
  expect((await readBackupStatus(world.folder.path))?.proof).toBeNull();
  const proven = await coppice(variables(), "backup", "prove");
  expect(proven, proven.stderr).toMatchObject({ exitCode: 0 });
  expect(proven.stdout).toMatch(/^Proven: backup .* and the writes since, up to 20.*Z\.\nRecovered in \d+ s/);
  expect(existsSync(folder)).toBe(false);
  expect(findProcesses(({ workingFolder }) => workingFolder.startsWith(folder))).toEqual([]);
});

test("a restore that is killed at any step leaves a folder that nothing starts on, and the next begins anew", async () => {
  for (const point of RESTORE_POINTS) {
    const killed = await restore({ COPPICE_CRASH_AT: point });
    expect(killed, `${point} ${killed.stderr}`).toMatchObject({ signal: "SIGKILL" });
    await expect(target.start(), point).rejects.toThrow(/^The restore into .* didn't end\./);
  }
  const restored = await restore();
  expect(restored, restored.stderr).toMatchObject({ exitCode: 0 });
  expect(restored.stderr).toMatch(/^Restores .* as of 20.*Z into /);
  const { controlUrl } = await target.start();
  expect(await queryOne(controlUrl, "SELECT note FROM kept")).toEqual({ note: "kept" });
});

test("another passphrase and a folder in use are refused in a sentence", async () => {
  const other = join(world.folder.parent, "other");
  writeFileSync(other, `${PASSPHRASE}!`);
  const wrong = { COPPICE_BACKUPS_PASSPHRASE_FILE: other };
  const refusal = "The passphrase doesn't open the backups in ";
  expect(await sentence(wrong, "backup", "list")).toContain(refusal);
  const elsewhere = { ...wrong, COPPICE_DATA_DIR: join(world.folder.parent, "elsewhere") };
  expect(await sentence(elsewhere, "restore", "--from", world.placeFolder)).toContain(refusal);
  expect(await sentence({}, "restore", "--from", world.placeFolder)).toMatch(/isn't empty\. Set COPPICE_DATA_DIR/);
});
