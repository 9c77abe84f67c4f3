import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { OperatorError } from "@/lib/core/operator-error";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import type { BackupSource } from "./base-backup";
import { EarlierBackups } from "./earlier-backups";
import { lsnText, parseLsn } from "./lsn";
import { type ClusterBackup, copiesOf, type Manifest, objectListName, writeManifest } from "./manifest";
import type { Pace } from "./pace";
import type { BackupRepository } from "./repository";
import type { ClusterName } from "./running-clusters";
import type { ObjectShipper } from "./ship-objects";
import { chainFrom, listPieces, reachOf } from "./wal-pieces";

const LOOK_MILLISECONDS = 300;

interface TakeBackupOptions {
  repository: BackupRepository;
  sources: readonly BackupSource[];
  /** `null` where objects aren't kept. */
  objects: ObjectShipper | null;
  pace: Pace | null;
  /** Whether a store elsewhere has the objects. */
  isElsewhere: boolean;
  /** The moment of the last proof that has failed: files that were stored before are not relied on. */
  failedAt?: Date | null;
  /** The longest time to wait for the WAL after nothing more of it has arrived. */
  patienceMilliseconds: number;
  onProgress: (step: string, bytes: number) => void;
  crashPoint: CrashPoint;
}

type Made = Partial<Record<ClusterName, ClusterBackup>>;

/**
 * Makes a base backup of the clusters, and writes its manifest when all that it needs is in the repository. The WAL comes
 * by the process that ships it.
 */
export async function takeBackup(options: TakeBackupOptions): Promise<Manifest> {
  const { repository, sources, objects, pace, failedAt = null, onProgress, crashPoint } = options;
  const startedAt = new Date();
  const id = `${startedAt.toISOString().replace(/\.\d+|[-:]/g, "")}-${randomBytes(4).toString("hex")}`;
  crashPoint("backup:begun");
  const earlier = await EarlierBackups.read(repository, failedAt);
  const made: Made = {};
  for (const { cluster, copy } of sources) {
    const onBytes = (count: number) => onProgress(cluster.name, count);
    const folder = `base/${id}/`;
    made[cluster.name] = await copy({ repository, folder, pace, earlier, onBytes, crashPoint });
  }
  await objects?.ship();
  const kept = (await objects?.list()) ?? [];
  await repository.putText(objectListName(id), kept.join("\n"));
  crashPoint("backup:objects");
  onProgress("wal", 0);
  // A server tells the time in more parts than a date has.
  const stops = copiesOf({ clusters: made }).map(([, { stoppedAt }]) => stoppedAt.getTime() + 1);
  const finishedAt = new Date(Math.max(Date.now(), ...stops));
  await untilArrived(options, made);
  crashPoint("backup:before-manifest");
  const manifest: Manifest = {
    ...{ id, startedAt, finishedAt, clusters: made },
    objects: { count: kept.length, isElsewhere: options.isElsewhere },
  };
  await writeManifest(repository, manifest);
  return manifest;
}

/** Waits until the WAL from the start to the stop of each cluster's copy is there. */
async function untilArrived({ repository, patienceMilliseconds }: TakeBackupOptions, made: Made): Promise<void> {
  const copies = copiesOf({ clusters: made });
  let last = "";
  for (let since = performance.now(); ; await delay(LOOK_MILLISECONDS)) {
    const missing = await Promise.all(copies.map((copy) => missingOf(repository, copy)));
    const [what] = missing.filter((text) => text !== null);
    if (what === undefined) return;
    const now = missing.join();
    if (now !== last) since = performance.now();
    last = now;
    if (performance.now() - since < patienceMilliseconds) continue;
    throw new OperatorError(`${what} doesn't arrive in ${repository.name}. \`coppice backup status\` says why.`);
  }
}

async function missingOf(
  repository: BackupRepository,
  [cluster, { systemIdentifier, timeline, startLsn, stopLsn }]: [ClusterName, ClusterBackup],
): Promise<string | null> {
  const pieces = await listPieces(repository, { cluster, systemIdentifier });
  const reached = reachOf(chainFrom(pieces, timeline, parseLsn(startLsn))) ?? 0n;
  if (reached >= parseLsn(stopLsn)) return null;
  return `The write-ahead log of ${cluster} after ${lsnText(reached)}`;
}
