import type { Client } from "pg";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import { OperatorError } from "@/lib/core/operator-error";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { FileCopier } from "./blocks/copy-files";
import { clusterFiles, type FileEntry } from "./cluster-files";
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

/**
 * Copies a running cluster between `pg_backup_start` and `pg_backup_stop`, in one session: where it ends, the backup is
 * void. No database is copied file by file meanwhile.
 */
async function copyCluster(cluster: BackedUpCluster, options: CopyOptions): Promise<ClusterBackup> {
  let made: ClusterBackup | undefined;
  await cluster.asSuperuser("postgres", async (client) => {
    await client.query("SET lock_timeout = 0");
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [FILE_COPY_LOCK]);
    made = await copyBetween(client, cluster, options);
  });
  if (!made) throw new Error("a cluster was not copied");
  return made;
}

async function copyBetween(
  client: Client,
  cluster: BackedUpCluster,
  { repository, folder, pace, earlier, onBytes, crashPoint }: CopyOptions,
): Promise<ClusterBackup> {
  const started = await client.query<{ lsn: string; timeline: string; system: string }>(
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
  await copier.copy(clusterFiles(cluster.dataDirectory));
  const stopped = await client.query<{ lsn: string; label: string; map: string; at: Date }>(
    "SELECT lsn, labelfile AS label, spcmapfile AS map, clock_timestamp() AS at FROM pg_backup_stop(wait_for_archive => false)",
  );
  const [stop] = stopped.rows;
  if (!stop) throw new Error("a cluster said nothing");
  if (stop.map.trim() !== "") throw new OperatorError("A tablespace was created during the backup.");
  await copier.copy(labelFile(Buffer.from(stop.label)));
  crashPoint(`backup:${cluster.name}:stopped`);
  const { files, bytes, volumes, index } = await copier.end();
  crashPoint(`backup:${cluster.name}:index`);
  return {
    ...{ systemIdentifier: start.system, timeline: Number.parseInt(start.timeline, 16), stoppedAt: stop.at },
    ...{ startLsn: start.lsn, stopLsn: stop.lsn, files, bytes },
    volumes: volumes.map(({ name }) => name),
    blocks: { index, volumes: volumes.map(({ blocks, used }) => ({ blocks, used })) },
  };
}

export async function* labelFile(label: Buffer): AsyncIterable<FileEntry> {
  const bytes = async function* () {
    yield label;
  };
  yield { kind: "file", path: "backup_label", size: label.length, bytes };
}
