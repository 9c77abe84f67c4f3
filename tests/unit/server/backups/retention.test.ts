import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { FolderPlace } from "@/lib/infra/backup-place/folder-place";
import { lsnText, SEGMENT_BYTES } from "@/lib/server/backups/lsn";
import {
  type ClusterBackup,
  copyOf,
  filesOf,
  listManifests,
  objectListName,
  writeManifest,
} from "@/lib/server/backups/manifest";
import { BackupRepository } from "@/lib/server/backups/repository";
import { deleteExpired, timeAfter } from "@/lib/server/backups/retention";
import { listObjects, ObjectShipper } from "@/lib/server/backups/ship-objects";
import { listPieces, pieceName } from "@/lib/server/backups/wal-pieces";

const parent = mkdtempSync(join(tmpdir(), "retention-"));
afterAll(() => rmSync(parent, { recursive: true }));

const DAY = 86_400_000;
const OF = { cluster: "control", systemIdentifier: "7" } as const;
let count = 0;
let dataDir: string;
let place: string;
let repository: BackupRepository;
let objects: ObjectShipper;

beforeEach(() => {
  const folder = join(parent, String(count++));
  dataDir = join(folder, "data");
  place = join(folder, "place");
  repository = new BackupRepository(new FolderPlace(place), Buffer.alloc(32));
  objects = new ObjectShipper(dataDir, repository, null);
});

/** A base backup of a day whose WAL begins with the segment of that number, and which needs volumes of earlier days. */
async function backUp(
  day: number,
  { listed = [], needs = [] }: { listed?: string[]; needs?: number[] } = {},
): Promise<void> {
  const id = `day-${day}`;
  const at = new Date(day * DAY);
  const lsn = lsnText(BigInt(day) * SEGMENT_BYTES);
  const cluster: ClusterBackup = {
    ...{ systemIdentifier: "7", timeline: 1, startLsn: lsn, stopLsn: lsn, stoppedAt: at },
    volumes: [`base/${id}/control-00001`, ...needs.map((earlier) => `base/day-${earlier}/control-00001`)],
    ...{ blocks: { index: [`base/${id}/control-index-00001`], volumes: [] }, files: 1, bytes: 1 },
  };
  await repository.putText(`base/${id}/control-index-00001`, "index");
  await repository.putText(`base/${id}/control-00001`, "files");
  await repository.putText(objectListName(id), listed.join("\n"));
  const clusters = { control: cluster, "host-1": cluster };
  const kept = { count: listed.length, isElsewhere: false };
  await writeManifest(repository, { id, startedAt: at, finishedAt: at, clusters, objects: kept });
}

async function sendSegment(number: number): Promise<void> {
  const start = BigInt(number) * SEGMENT_BYTES;
  const piece = { timeline: 1, start, end: start + SEGMENT_BYTES, at: new Date(number * DAY) };
  await repository.putText(pieceName(OF, piece), "log");
}

/** The repository, from which no more files can be deleted after so many steps. */
function interruptedAfter(steps: number): BackupRepository {
  let left = steps;
  const folder = new FolderPlace(place);
  const step = () => {
    if (left === 0) throw new Error("interrupted");
    left -= 1;
  };
  folder.remove = async (name) => {
    step();
    await new FolderPlace(place).remove(name);
  };
  folder.removeAll = async (prefix) => {
    for (const { name } of await folder.list(prefix)) await folder.remove(name);
    await new FolderPlace(place).removeAll(prefix);
  };
  return new BackupRepository(folder, Buffer.alloc(32));
}

const filesLeft = async () => (await repository.list("base/")).map(({ name }) => name);
const idsLeft = async () => (await listManifests(repository)).map(({ id }) => id);
const segmentsLeft = async () => (await listPieces(repository, OF)).map(({ start }) => Number(start / SEGMENT_BYTES));
const objectsLeft = async () => (await listObjects(repository)).map(({ id }) => id);

it("keeps the base backup from which the first of the days is reached, and the log after it", async () => {
  for (const day of [1, 2, 3, 4]) {
    await backUp(day);
    await sendSegment(day);
  }
  await deleteExpired(repository, { keepDays: 2, objects, now: new Date(5.5 * DAY) });
  expect(await idsLeft()).toEqual(["day-3", "day-4"]);
  expect(await segmentsLeft()).toEqual([3, 4]);
  expect(readdirSync(join(place, "base"))).toEqual(["day-3", "day-4"]);
});

it("RF-23: expires no more in a night whose clock is weeks ahead than two nights would", async () => {
  for (const day of [1, 2, 3, 4, 5]) await backUp(day);
  // The newest has the wrong clock's time.
  await backUp(30);
  const now = timeAfter(new Date(5 * DAY), new Date(30 * DAY));
  expect(now).toEqual(new Date(7 * DAY));
  await deleteExpired(repository, { keepDays: 3, objects, now });
  expect(await idsLeft()).toEqual(["day-4", "day-5", "day-30"]);
  expect(timeAfter(new Date(30 * DAY), new Date(6 * DAY))).toEqual(new Date(6 * DAY));
  expect(timeAfter(null, new Date(6 * DAY))).toEqual(new Date(6 * DAY));
});

it("keeps the volumes that later base backups need, and deletes them when none does any more", async () => {
  await backUp(1);
  await backUp(2, { needs: [1] });
  await backUp(3, { needs: [1, 2] });
  await deleteExpired(repository, { keepDays: 1, objects, now: new Date(4.5 * DAY) });
  expect(await idsLeft()).toEqual(["day-3"]);
  expect(await filesLeft()).toEqual([
    ...["base/day-1/control-00001", "base/day-2/control-00001", "base/day-3/control-00001"],
    ...["base/day-3/control-index-00001", "base/day-3/manifest", "base/day-3/objects"],
  ]);
  await backUp(4, { needs: [2] });
  await deleteExpired(repository, { keepDays: 1, objects, now: new Date(5.5 * DAY) });
  expect(readdirSync(join(place, "base"))).toEqual(["day-2", "day-4"]);
  await backUp(5);
  await deleteExpired(repository, { keepDays: 1, objects, now: new Date(6.5 * DAY) });
  expect(readdirSync(join(place, "base"))).toEqual(["day-5"]);
});

it("has never a manifest whose files are gone, wherever the deleting was interrupted", async () => {
  for (let steps = 0, isInterrupted = true; isInterrupted; steps += 1) {
    for (const day of [1, 2, 3]) await backUp(day, { needs: day === 1 ? [] : [day - 1] });
    const interrupted = interruptedAfter(steps);
    isInterrupted = await deleteExpired(interrupted, { keepDays: 1, objects, now: new Date(4.5 * DAY) }).then(
      () => false,
      () => true,
    );
    const left = await filesLeft();
    for (const manifest of await listManifests(repository)) {
      expect(left, `after ${steps} steps`).toEqual(expect.arrayContaining(filesOf(copyOf(manifest, "control"))));
    }
    await deleteExpired(repository, { keepDays: 1, objects, now: new Date(4.5 * DAY) });
    expect(readdirSync(join(place, "base")), `after ${steps} steps`).toEqual(["day-2", "day-3"]);
  }
});

it("deletes the remains of a base backup without a manifest, and nothing before the first whole one", async () => {
  await repository.putText("base/killed/control-00001", "files");
  writeFileSync(join(place, "base", "killed", ".unfinished-0123456789ab"), "half of a");
  await sendSegment(1);
  await deleteExpired(repository, { keepDays: 1, objects, now: new Date(9 * DAY) });
  expect(await repository.list("base/")).toHaveLength(1);
  await backUp(2);
  await deleteExpired(repository, { keepDays: 1, objects, now: new Date(9 * DAY) });
  expect(readdirSync(join(place, "base"))).toEqual(["day-2"]);
  expect(await idsLeft()).toEqual(["day-2"]);
});

it("keeps an object that is there now or that the oldest backup has, and deletes the others", async () => {
  const folder = join(dataDir, "objects", "kept", "ow");
  mkdirSync(folder, { recursive: true });
  for (const id of ["now", "gonow", "longow"]) writeFileSync(join(folder, id), id);
  await objects.ship();
  for (const id of ["gonow", "longow"]) rmSync(join(folder, id));
  // All were copied long before the only backup that stays began.
  await backUp(99_999, { listed: ["gonow"] });
  await deleteExpired(repository, { keepDays: 1, objects, now: new Date(100_001 * DAY) });
  expect((await objectsLeft()).sort()).toEqual(["gonow", "now"]);
});
