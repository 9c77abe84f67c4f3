import type { Client } from "pg";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import { OperatorError } from "@/lib/core/operator-error";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { FileCopier } from "./blocks/copy-files";
import { canClone, cloneCluster, clonedFiles, removeClone } from "./clone-cluster";
import { clusterFiles, type FileEntry, heldFile } from "./cluster-files";
import type { EarlierBackups } from "./earlier-backups";
import type { ClusterBackup } from "./manifest";
import type { Pace } from "./pace";
import type { BackupRepository } from "./repository";
import type { BackedUpCluster, KeptCluster } from "./running-clusters";

export interface CopyOptions {
  repository: BackupRepository;
  /** The folder of the volumes, with a slash at the end. */
  folder: string;
  pace: Pace | null;
  earlier: EarlierBackups;
  onBytes: (count: number) => void;
  crashPoint: CrashPoint;
}

/** A cluster, and the way in which its files are copied. */
export interface BackupSource {
  cluster: KeptCluster;
  copy: (options: CopyOptions) => Promise<ClusterBackup>;
}

export function sourceOf(cluster: BackedUpCluster): BackupSource {
  return { cluster, copy: (options) => copyCluster(cluster, options) };
}

/** A copy of which PostgreSQL knows the start and the stop. */
interface Copying {
  copier: FileCopier;
  start: { lsn: string; timeline: string; system: string };
  stop: { lsn: string; label: string; map: string; at: Date };
  /** The folder of files that are still to be copied. */
  clone: string | null;
}

/**
 * Copies a running cluster between `pg_backup_start` and `pg_backup_stop`, in one session: where it ends, the backup is
 * void. No database is copied file by file meanwhile. Files that can share their blocks are cloned then, which takes
 * moments, and the clone is copied afterwards.
 */
async function copyCluster(cluster: BackedUpCluster, options: CopyOptions): Promise<ClusterBackup> {
  const { dataDirectory } = cluster;
  await removeClone(dataDirectory);
  const isCloned = await canClone(dataDirectory);
  let copying: Copying | undefined;
  try {
    await cluster.asSuperuser("postgres", async (client) => {
      // Leaves the checkpoint of the start, and the clone, less to write while others wait.
      if (isCloned) await client.query("CHECKPOINT");
      await client.query("SET lock_timeout = 0");
      await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [FILE_COPY_LOCK]);
      copying = await copyBetween(client, { cluster, isCloned, ...options });
    });
    if (!copying) throw new Error("a cluster was not copied");
    return await endCopy(cluster, copying, options);
  } finally {
    await removeClone(dataDirectory);
  }
}

async function copyBetween(
  client: Client,
  options: CopyOptions & { cluster: BackedUpCluster; isCloned: boolean },
): Promise<Copying> {
  const { cluster, isCloned, repository, folder, pace, earlier, onBytes, crashPoint } = options;
  const started = await client.query<Copying["start"]>(
    `SELECT pg_backup_start('coppice', fast => true) AS lsn,
            left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
            (SELECT system_identifier::text FROM pg_control_system()) AS system`,
  );
  const [start] = started.rows;
  if (!start) throw new Error("a cluster said nothing");
  crashPoint(`backup:${cluster.name}:started`);
  const copier = new FileCopier({
    ...{ repository, pace, onBytes, prefix: `${folder}${cluster.name}` },
    earlier: earlier.find(cluster.name, start.system),
    onVolume: () => crashPoint(`backup:${cluster.name}:volume`),
  });
  const clone = isCloned ? await cloneCluster(cluster.dataDirectory) : null;
  if (clone === null) await copier.copy(clusterFiles(cluster.dataDirectory));
  else crashPoint(`backup:${cluster.name}:cloned`);
  const stopped = await client.query<Copying["stop"]>(
    "SELECT lsn, labelfile AS label, spcmapfile AS map, clock_timestamp() AS at FROM pg_backup_stop(wait_for_archive => false)",
  );
  const [stop] = stopped.rows;
  if (!stop) throw new Error("a cluster said nothing");
  if (stop.map.trim() !== "") throw new OperatorError("A tablespace was created during the backup.");
  return { copier, start, stop, clone };
}

async function endCopy(
  { name }: BackedUpCluster,
  { copier, start, stop, clone }: Copying,
  { crashPoint }: CopyOptions,
): Promise<ClusterBackup> {
  if (clone !== null) await copier.copy(clonedFiles(clone));
  await copier.copy(labelFile(Buffer.from(stop.label)));
  crashPoint(`backup:${name}:stopped`);
  const { files, bytes, volumes, index } = await copier.end();
  crashPoint(`backup:${name}:index`);
  return {
    ...{ systemIdentifier: start.system, timeline: Number.parseInt(start.timeline, 16), stoppedAt: stop.at },
    ...{ startLsn: start.lsn, stopLsn: stop.lsn, files, bytes },
    volumes: volumes.map(({ name }) => name),
    blocks: { index, volumes: volumes.map(({ blocks, used }) => ({ blocks, used })) },
  };
}

export async function* labelFile(label: Buffer): AsyncIterable<FileEntry> {
  yield heldFile("backup_label", label);
}
