import { readFileSync, writeFileSync } from "node:fs";
import { cp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { FolderPlace } from "@/lib/infra/backup-place/folder-place";
import { parseLsn } from "@/lib/server/backups/lsn";
import { copyOf, listManifests, type Manifest } from "@/lib/server/backups/manifest";
import { readReach } from "@/lib/server/backups/reach";
import { ensureRepository, openRepository } from "@/lib/server/backups/repository";
import { planRestore } from "@/lib/server/backups/restore/plan";
import { requireEmptyFolder, restoreInstallation } from "@/lib/server/backups/restore/restore";
import { chainFrom, listPieces } from "@/lib/server/backups/wal-pieces";
import { BackedUp, PASSPHRASE } from "@/tests/support/backups";
import { DataFolder, queryOne } from "@/tests/support/data-folder";

const world = new BackedUp();
let manifest: Manifest;

beforeAll(async () => {
  await world.start();
  await world.openEngine();
  world.keepShipping();
  manifest = await world.backUp();
  // More than a segment, so that the backup's own WAL isn't all there is.
  await queryOne(
    world.clusters.controlUrl,
    "CREATE TABLE filler AS SELECT repeat(n::text, 99) FROM generate_series(1, 90000) n",
  );
  await world.shipAll();
});
afterAll(() => world.remove());

/** A copy of the place that a test may damage. */
async function copyOfPlace() {
  const folder = join(world.folder.parent, `damaged-${Math.random()}`);
  await cp(world.placeFolder, folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true }));
  const place = new FolderPlace(folder);
  return { folder, place, open: () => openRepository(place, PASSPHRASE) };
}

async function restoreFrom(copy: Awaited<ReturnType<typeof copyOfPlace>>, target: Date | null = null) {
  const repository = await copy.open();
  const plan = await planRestore(repository, target);
  const restored = new DataFolder();
  onTestFinished(() => restored.remove());
  const quiet = { onProgress: () => undefined, crashPoint: () => undefined, log: () => undefined };
  await restoreInstallation({ dataDir: restored.path, repository, plan, ...quiet });
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test("another passphrase opens nothing, and says which file to look at", async () => {
  const { place } = await copyOfPlace();
  const message = `The passphrase doesn't open the backups in ${place.name}. Check COPPICE_BACKUPS_PASSPHRASE_FILE.`;
  await expect(openRepository(place, `${PASSPHRASE}!`)).rejects.toMatchObject({ name: "OperatorError", message });
  await expect(ensureRepository(place, `${PASSPHRASE}!`)).rejects.toMatchObject({ message });
});

test.each([
  ["a base backup", () => copyOf(manifest, "host-1").volumes[0] ?? ""],
  ["the manifest", () => `base/${manifest.id}/manifest`],
  ["how far everything reaches", () => "reach"],
])("a flipped bit of %s is refused by the name of its file", async (_what, nameOf) => {
  const copy = await copyOfPlace();
  flip(join(copy.folder, nameOf()));
  await expect(restoreFrom(copy)).rejects.toMatchObject({
    name: "OperatorError",
    message: `${nameOf()} in ${copy.folder} is damaged or was changed: it doesn't open.`,
  });
});

test("a file under another's name is refused, though nothing in it was changed", async () => {
  const copy = await copyOfPlace();
  const [volume = "", label = ""] = copyOf(manifest, "host-1").volumes;
  await cp(join(copy.folder, label), join(copy.folder, volume));
  await expect(restoreFrom(copy)).rejects.toThrow(`${volume} in ${copy.folder} is damaged or was changed`);
});

/** The pieces that a restore needs: smaller ones of the same segment stay beside them for a while. */
async function walOf(copy: Awaited<ReturnType<typeof copyOfPlace>>) {
  const { systemIdentifier, timeline, startLsn } = copyOf(manifest, "control");
  const pieces = await listPieces(await copy.open(), { cluster: "control", systemIdentifier });
  return chainFrom(pieces, timeline, parseLsn(startLsn)).map(({ name }) => join(copy.folder, name));
}

test("a missing piece of WAL is refused, for the newest and for later states", async () => {
  const copy = await copyOfPlace();
  const names = await walOf(copy);
  await rm(names.at(-2) ?? "");
  const reach = await readReach(await copy.open());
  for (const target of [null, reach?.at ?? null]) {
    await expect(restoreFrom(copy, target)).rejects.toMatchObject({
      name: "OperatorError",
      message: expect.stringMatching(/^The write-ahead log of control after .* is missing in /),
    });
  }
});

test("the newest WAL that somebody has taken away is missed", async () => {
  const copy = await copyOfPlace();
  await rm((await walOf(copy)).at(-1) ?? "");
  await expect(restoreFrom(copy)).rejects.toThrow(/^The write-ahead log of control after .* is missing in /);
});

test("a flipped bit of WAL is refused", async () => {
  const copy = await copyOfPlace();
  flip((await walOf(copy)).at(-1) ?? "");
  await expect(restoreFrom(copy)).rejects.toThrow(/^wal\/control\/.* is damaged or was changed/);
});

test.each([
  ["the newest WAL", async (copy: Awaited<ReturnType<typeof copyOfPlace>>) => (await walOf(copy)).at(-1) ?? ""],
  [
    "a part of the base backup",
    async (copy: Awaited<ReturnType<typeof copyOfPlace>>) =>
      join(copy.folder, copyOf(manifest, "control").volumes[0] ?? ""),
  ],
])("%s that disappears asks for a new base backup", async (_what, pathOf) => {
  const copy = await copyOfPlace();
  const engine = await world.openEngineOn({ folder: copy.folder });
  await engine.look();
  expect(engine.needsBackup).toBe(false);
  await rm(await pathOf(copy));
  await engine.look();
  expect(engine.needsBackup).toBe(true);
  expect(engine.status.gaps).toHaveLength(1);
});

test("a backup without its manifest doesn't count", async () => {
  const copy = await copyOfPlace();
  await rm(join(copy.folder, "base", manifest.id, "manifest"));
  expect(await listManifests(await copy.open())).toEqual([]);
  await expect(restoreFrom(copy)).rejects.toThrow(`There is no whole backup in ${copy.folder} yet.`);
});

test("a place whose description is gone is not begun anew over the backups there", async () => {
  const copy = await copyOfPlace();
  await rm(join(copy.folder, "repository"));
  await expect(ensureRepository(copy.place, PASSPHRASE)).rejects.toThrow(/^repository is missing in /);
});

test("a folder that isn't empty is refused", async () => {
  await expect(requireEmptyFolder(world.folder.path)).rejects.toMatchObject({
    name: "OperatorError",
    message: `${world.folder.path} isn't empty. Set COPPICE_DATA_DIR to a folder that is empty or doesn't exist.`,
  });
});

test("files that a restore has begun to read stay while whole segments replace them", async () => {
  const repository = await world.repository();
  await queryOne(world.clusters.controlUrl, "CREATE TABLE more AS SELECT 1 AS n");
  await world.engine.ship();
  const { wal } = await planRestore(repository, null);
  await queryOne(
    world.clusters.controlUrl,
    "INSERT INTO filler SELECT repeat(n::text, 99) FROM generate_series(1, 90000) n",
  );
  await world.engine.ship();
  const later = await planRestore(repository, null);
  const namesOf = (pieces: typeof wal.control) => pieces.map(({ name }) => name);
  expect(namesOf(later.wal.control)).not.toEqual(expect.arrayContaining(namesOf(wal.control)));
  const there = (await repository.list("wal/control/")).map(({ name }) => name);
  expect(there).toEqual(expect.arrayContaining(namesOf(wal.control)));
});

test("of two backups at a time, one is refused", async () => {
  world.keepShipping();
  const made = await Promise.allSettled([world.backUp(), world.backUp()]);
  await world.stopShipping();
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(made.find((one) => one.status === "rejected")).toMatchObject({
    reason: { message: `A backup is already being made (pid ${process.pid}). Wait for it.` },
  });
});

test("WAL that is lost before it was sent is an alarm, and the next base backup goes on from there", async () => {
  const engine = await world.openEngine();
  // Something that is sent after the last base backup, to which one can still restore.
  await queryOne(world.clusters.controlUrl, "SELECT pg_logical_emit_message(true, 'test', 'before the gap')::text");
  await engine.ship();
  expect(engine.needsBackup).toBe(false);
  await world.clusters.stop();
  await world.start();
  const { asSuperuser } = await import("@/lib/server/backups/running-clusters").then(async (module) => {
    const { clusters } = await module.findBackedUpClusters(world.folder.path);
    return clusters.find(({ name }) => name === "control") ?? { asSuperuser: async () => undefined };
  });
  await asSuperuser("postgres", async (client) => {
    await client.query("SELECT pg_drop_replication_slot('coppice_backups')");
    for (let segment = 0; segment < 3; segment += 1) {
      await client.query("SELECT pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()");
    }
    await client.query("CHECKPOINT");
  });
  await engine.ship();
  expect(engine.needsBackup).toBe(true);
  expect(engine.status.gaps).toHaveLength(1);
  const repository = await world.repository();
  await expect(planRestore(repository, null)).rejects.toThrow(/is missing in/);
  const inGap = engine.status.upTo;
  const newest = engine.status.restorableTo;
  expect(newest?.getTime()).toBeLessThan(inGap?.getTime() ?? 0);
  await expect(planRestore(repository, newest)).resolves.toMatchObject({ target: newest });
  world.keepShipping();
  const { finishedAt } = await world.backUp();
  await world.shipAll();
  await engine.ship();
  expect(engine.needsBackup).toBe(false);
  expect(engine.status.restoreGaps).toEqual([{ from: newest, until: finishedAt }]);
  expect((await world.openEngine()).status.restoreGaps).toEqual([{ from: newest, until: finishedAt }]);
  await expect(planRestore(repository, finishedAt)).resolves.toMatchObject({ target: finishedAt });
  await expect(planRestore(repository, inGap)).rejects.toThrow(
    `Restore with --at ${newest?.toISOString()} or earlier, or ${finishedAt.toISOString()} or later.`,
  );
  await world.restore(null);
});

test("a place that has lost its backups is not filled anew, as a folder whose disk isn't mounted would be", async () => {
  const open = world.engine;
  await open.say(null);
  await rename(world.placeFolder, `${world.placeFolder}.away`);
  onTestFinished(() => rename(`${world.placeFolder}.away`, world.placeFolder));
  const refusal = /^There are no backups in .*\. If it's a disk of another machine, mount/;
  await expect(open.look()).rejects.toThrow(refusal);
  await expect(world.openEngine()).rejects.toThrow(refusal);
});
