import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readBackupStatus } from "@/lib/core/backup-status";
import { openPlace } from "@/lib/infra/backup-place/open-place";
import { lockProof } from "@/lib/server/backups/locks";
import { readReach, writeReach } from "@/lib/server/backups/reach";
import { openRepository } from "@/lib/server/backups/repository";
import { clearLeftRecovery } from "@/lib/server/backups/restore/bring-back";
import { type ClusterName, findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { findScratch } from "@/lib/server/backups/scratch/folder";
import { objectName } from "@/lib/server/backups/ship-objects";
import { BackedUp, PASSPHRASE } from "@/tests/support/backups";
import { isRoot, mountImage, queryOne } from "@/tests/support/data-folder";
import { findProcesses } from "@/tests/support/supervised-service";

const world = new BackedUp();
const OBJECT = "obj_first";
const BYTES = "kept before the backup";

async function onCluster(
  wanted: ClusterName,
  database: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const { clusters } = await findBackedUpClusters(world.folder.path);
  await clusters.find(({ name }) => name === wanted)?.asSuperuser(database, work);
}
const onHost = (database: string, work: (client: Client) => Promise<void>) => onCluster("host-1", database, work);

/** Writes a canary of each cluster, and sends it. */
async function writeCanary(): Promise<void> {
  await (await world.openEngine()).ship();
  await world.engine.say(null);
}

beforeAll(async () => {
  await world.start();
  const { controlUrl } = world.clusters;
  await queryOne(world.clusters.host.provisionerUrl, "CREATE DATABASE numbers");
  await onHost("numbers", async (client) => {
    await client.query(`CREATE TABLE public.number AS SELECT n, n % 7 AS rest FROM generate_series(1, 5000) n;
      CREATE INDEX by_n ON public.number (n); CREATE INDEX by_rest ON public.number USING hash (rest)`);
  });
  const columns = "bytes_id text, size bigint, sha256 bytea, status text, created_at timestamptz DEFAULT now()";
  await queryOne(controlUrl, `CREATE TABLE object_version (${columns})`);
  const digest = createHash("sha256").update(BYTES).digest("hex");
  await queryOne(
    controlUrl,
    `INSERT INTO object_version VALUES ('${OBJECT}', ${BYTES.length}, '\\x${digest}', 'ready')`,
  );
  world.putObject(OBJECT, BYTES);
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
  await world.stopShipping();
  for (let rows = 0; rows < 3; rows += 1) await writeCanary();
});
afterAll(() => world.remove());

/** Checks that a proof's recovered files are gone, and nothing of it runs. */
async function expectNothingLeft(): Promise<void> {
  const { folder } = await findScratch(world.folder.path, world.settings);
  expect(existsSync(folder)).toBe(false);
  expect(findProcesses(({ workingFolder }) => workingFolder.startsWith(folder))).toEqual([]);
}

async function copyOfPlace(): Promise<{ folder: string; prove: () => ReturnType<BackedUp["prove"]> }> {
  const folder = join(world.folder.parent, `damaged-${Math.random()}`);
  await cp(world.placeFolder, folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, prove: () => world.prove({ settings: { ...world.settings, place: { folder } } }) };
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test("at a capped rate, an object that was stored lately may be on its way", async () => {
  const { folder, prove } = await copyOfPlace();
  await rm(join(folder, objectName(OBJECT)));
  const repository = await openRepository(openPlace({ folder }), PASSPHRASE);
  const reach = await readReach(repository);
  if (reach === null) throw new Error("nothing was sent");
  await writeReach(repository, { ...reach, objectsBefore: new Date(0) });
  expect(await prove()).toMatchObject({ outcome: "proven", reason: null, checked: { objects: 0 } });
  await writeReach(repository, { ...reach, objectsBefore: new Date(Date.now() + 120_000) });
  expect(await prove()).toMatchObject({ outcome: "failed" });
});

test("a good backup is proven, with the amount read and how long the recovery took", async () => {
  const proof = await world.prove();
  expect(proof).toMatchObject({ outcome: "proven", reason: null, checked: { canaries: 8, objects: 1 } });
  expect(proof.checked.pages).toBeGreaterThan(1_000);
  expect(proof.checked.relations).toBeGreaterThan(500);
  expect(proof.recoverySeconds).toBeGreaterThan(0);
  const status = await readBackupStatus(world.folder.path);
  expect(status).toMatchObject({ proof, lastProven: proof });
  await expectNothingLeft();
});

test("an index that lacks a row of its table fails, and the earlier proof is still told", async () => {
  const ready = (value: boolean) =>
    `UPDATE pg_index SET indisready = ${value} WHERE indexrelid = 'public.by_n'::regclass`;
  await onHost("numbers", async (client) => void (await client.query(ready(false))));
  await onHost("numbers", async (client) => void (await client.query("INSERT INTO public.number VALUES (9999, 9)")));
  await onHost("numbers", async (client) => void (await client.query(ready(true))));
  await writeCanary();
  const reason = expect.stringMatching(/^Index \d+ of database numbers is corrupted \(XX001\)\.$/);
  const proof = await world.prove();
  expect(proof).toMatchObject({ outcome: "failed", reason });
  const status = await readBackupStatus(world.folder.path);
  expect(status).toMatchObject({ proof, lastProven: { outcome: "proven" } });
  await onHost("numbers", async (client) => void (await client.query("REINDEX INDEX public.by_n")));
});

test("a piece of WAL that is lost fails", async () => {
  const { folder, prove } = await copyOfPlace();
  const wal = join(folder, "wal", "control");
  const names = readdirSync(wal, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const last = names.sort((one, other) => (one.name < other.name ? -1 : 1)).at(-1);
  await rm(join(last?.parentPath ?? "", last?.name ?? ""));
  const reason = expect.stringMatching(/^The write-ahead log of control after .* is missing in /);
  expect(await prove()).toMatchObject({ outcome: "failed", reason });
});

test("an object that is damaged or missing fails", async () => {
  const { folder, prove } = await copyOfPlace();
  const path = join(folder, objectName(OBJECT));
  flip(path, 30);
  expect(await prove()).toMatchObject({
    outcome: "failed",
    reason: `${objectName(OBJECT)} in ${folder} is damaged or was changed: it doesn't open.`,
  });
  await rm(path);
  expect(await prove()).toMatchObject({
    outcome: "failed",
    reason: `The bytes of 1 objects are missing, such as ${OBJECT}.`,
  });
  await expectNothingLeft();
});

test("a place that is away, a full disk and a folder that can't be made are no failure and no proof", async () => {
  const unable = async (changes: Parameters<BackedUp["prove"]>[0]) => {
    const { outcome, reason } = await world.prove(changes);
    expect(outcome).toBe("could not run");
    return reason;
  };
  const away = join(world.folder.parent, "away");
  expect(await unable({ settings: { ...world.settings, place: { folder: away } } })).toContain("There are no backups");
  const file = join(world.folder.parent, "file");
  writeFileSync(file, "");
  expect(await unable({ settings: { ...world.settings, scratch: file } })).toMatch(/can't be made \(ENOTDIR\)\.$/);
  if (!isRoot) return;
  const small = join(world.folder.parent, "small");
  onTestFinished(mountImage(small, "40M", ["mkfs.ext4", "-q"]));
  expect(await unable({ settings: { ...world.settings, scratch: small } })).toMatch(
    /^Recovering needs .* has .* free\./,
  );
});

test("a proof that is ended leaves nothing, and of two at a time one is refused", async () => {
  const stopping = new AbortController();
  const onProgress = (step: string) => void (/replaying/.test(step) && stopping.abort());
  await expect(world.prove({ signal: stopping.signal, onProgress })).rejects.toThrow(/abort/i);
  await expectNothingLeft();
  const lock = await lockProof(world.folder.path);
  await expect(world.prove()).rejects.toThrow(
    `A proof or a restore is already running (pid ${process.pid}). Wait for it.`,
  );
  await lock.release();
  const { folder } = await findScratch(world.folder.path, world.settings);
  await mkdir(join(folder, "control"), { recursive: true });
  await clearLeftRecovery({ dataDir: world.folder.path, settings: world.settings });
  await expectNothingLeft();
});

test("a flipped bit of a page fails", async () => {
  await onHost("numbers", async (client) => {
    const { rows } = await client
      .query("CHECKPOINT; SELECT pg_relation_filepath('public.by_rest') AS path")
      .then((results) => (results as unknown as { rows: { path: string }[] }[])[1] ?? { rows: [] });
    const { clusters } = await findBackedUpClusters(world.folder.path);
    const host = clusters.find(({ name }) => name === "host-1");
    flip(join(host?.dataDirectory ?? "", rows[0]?.path ?? ""), 8_192 + 4_000);
  });
  world.keepShipping();
  await world.backUp();
  await world.stopShipping();
  const reason = expect.stringMatching(/^Page 1 of base\/\d+\/\d+ has another checksum than its contents\.$/);
  expect(await world.prove()).toMatchObject({ outcome: "failed", reason });
});

test("a hole among the canaries fails", async () => {
  await onCluster("control", "postgres", async (client) => {
    await client.query("DELETE FROM coppice.canary WHERE n = 2");
  });
  await writeCanary();
  const reason = "In control, of the rows that were written to be found again, those before 3 don't lead to it.";
  expect(await world.prove()).toMatchObject({ outcome: "failed", reason });
});
