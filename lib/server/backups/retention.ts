import { parseLsn, segmentStart } from "./lsn";
import { copiesOf, filesOf, listManifests, type Manifest, manifestName, objectListName } from "./manifest";
import type { BackupRepository } from "./repository";
import { listObjects, type ObjectShipper, objectName } from "./ship-objects";
import { listPieces } from "./wal-pieces";

const DAY_MILLISECONDS = 86_400_000;
/** The clock of a store is not this machine's. */
const CLOCKS_DIFFER_MILLISECONDS = 3_600_000;

/** Base backups are made each night. After a longer step, the clock may have jumped. */
const LONGEST_STEP_MILLISECONDS = 2 * DAY_MILLISECONDS;

/**
 * Returns the time by which backups expire: this machine's, but at most two days after the base backup before the newest
 * one. A clock that is wrong for a night deletes hardly more than that night would; after weeks without backups, the old
 * ones expire a night later.
 */
export function timeAfter(backedUpBefore: Date | null, now = new Date()): Date {
  if (backedUpBefore === null) return now;
  return new Date(Math.min(now.getTime(), backedUpBefore.getTime() + LONGEST_STEP_MILLISECONDS));
}

/**
 * Deletes everything that no second of the last `keepDays` needs: base backups older than the newest one from before,
 * the WAL before the oldest that stays, and objects that were deleted before it. The caller holds the lock of base
 * backups, so one without a manifest was left by a crash.
 */
export async function deleteExpired(
  repository: BackupRepository,
  { keepDays, objects, now }: { keepDays: number; objects: ObjectShipper | null; now: Date },
): Promise<void> {
  const manifests = await listManifests(repository);
  const from = now.getTime() - keepDays * DAY_MILLISECONDS;
  const needed = manifests.findLastIndex(({ finishedAt }) => finishedAt.getTime() <= from);
  const kept = manifests.slice(Math.max(0, needed));
  const [oldest] = kept;
  // Without a whole backup, all that is there may be of use to somebody who looks into it by hand.
  if (!oldest) return;
  await deleteBackups(repository, kept);
  await deleteWal(repository, oldest);
  if (objects !== null) await deleteObjects(repository, oldest, objects);
}

/** Deletes manifests first: the rest of a backup doesn't count. Files that a kept one names stay, in their old folder. */
async function deleteBackups(repository: BackupRepository, kept: readonly Manifest[]): Promise<void> {
  const ids = new Set(kept.map(({ id }) => id));
  const needed = new Set(kept.flatMap((manifest) => copiesOf(manifest).flatMap(([, copy]) => filesOf(copy))));
  const files = Map.groupBy(await repository.list("base/"), ({ name }) => name.split("/")[1] ?? "");
  const expired = [...files].filter(([id]) => !ids.has(id));
  for (const [id] of expired) await repository.remove(manifestName(id));
  for (const [id, all] of expired) {
    const unneeded = all.filter(({ name }) => !needed.has(name));
    if (unneeded.length === all.length) await repository.removeAll(`base/${id}/`);
    else for (const { name } of unneeded) await repository.remove(name);
  }
}

async function deleteWal(repository: BackupRepository, oldest: Manifest): Promise<void> {
  for (const [cluster, { systemIdentifier, startLsn }] of copiesOf(oldest)) {
    const first = segmentStart(parseLsn(startLsn));
    for (const { name, end } of await listPieces(repository, { cluster, systemIdentifier })) {
      if (end <= first) await repository.remove(name);
    }
  }
}

/** Keeps the present objects, those that the oldest backup lists, and those copied since. */
async function deleteObjects(repository: BackupRepository, oldest: Manifest, objects: ObjectShipper): Promise<void> {
  const known = new Set((await repository.readText(objectListName(oldest.id))).split("\n"));
  const now = new Set(await objects.list());
  const before = oldest.startedAt.getTime() - CLOCKS_DIFFER_MILLISECONDS;
  for (const { id, modifiedAt } of await listObjects(repository)) {
    if (now.has(id) || known.has(id) || modifiedAt.getTime() >= before) continue;
    await repository.remove(objectName(id));
    objects.forget(id);
  }
}
