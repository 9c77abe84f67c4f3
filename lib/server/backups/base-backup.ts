import type { Client } from "pg";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import { OperatorError } from "@/lib/core/operator-error";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { clusterFiles, type FileEntry, type FolderEntry } from "./cluster-files";
import type { ClusterBackup } from "./manifest";
import type { Pace } from "./pace";
import { packEntry } from "./pack";
import type { BackupRepository } from "./repository";
import type { BackedUpCluster } from "./running-clusters";

/** A volume ends with the file that reaches it. */
const VOLUME_BYTES = 256 * 1024 ** 2;

interface BaseBackupOptions {
  repository: BackupRepository;
  /** The folder of the volumes, with a slash at the end. */
  folder: string;
  pace: Pace | null;
  onBytes: (count: number) => void;
  crashPoint: CrashPoint;
}

/**
 * Copies a running cluster between `pg_backup_start` and `pg_backup_stop`, in one session: where it ends, the backup is
 * void. No database is copied file by file meanwhile.
 */
export async function copyCluster(cluster: BackedUpCluster, options: BaseBackupOptions): Promise<ClusterBackup> {
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
  { repository, folder, pace, onBytes, crashPoint }: BaseBackupOptions,
): Promise<ClusterBackup> {
  const started = await client.query<{ lsn: string; timeline: string; system: string }>(
    `SELECT pg_backup_start('coppice', fast => true) AS lsn,
            left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
            (SELECT system_identifier::text FROM pg_control_system()) AS system`,
  );
  const [start] = started.rows;
  if (!start) throw new Error("a cluster said nothing");
  crashPoint(`backup:${cluster.name}:started`);
  const volumes: string[] = [];
  let [files, bytes] = [0, 0];
  const entries = clusterFiles(cluster.dataDirectory)[Symbol.asyncIterator]();
  const volume = async function* (first: FolderEntry | FileEntry) {
    let size = 0;
    for (let entry: FolderEntry | FileEntry | null = first; entry !== null; ) {
      yield* packEntry(entry);
      if (entry.kind === "file") {
        files += 1;
        size += entry.size;
        bytes += entry.size;
        onBytes(entry.size);
      }
      if (size >= VOLUME_BYTES) return;
      const next: IteratorResult<FolderEntry | FileEntry> = await entries.next();
      entry = next.done ? null : next.value;
    }
  };
  try {
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      const name = `${folder}${cluster.name}-${String(volumes.length + 1).padStart(5, "0")}`;
      await repository.put(name, volume(next.value), pace);
      volumes.push(name);
      crashPoint(`backup:${cluster.name}:volume`);
    }
  } finally {
    await entries.return?.();
  }
  const stopped = await client.query<{ lsn: string; label: string; map: string; at: Date }>(
    "SELECT lsn, labelfile AS label, spcmapfile AS map, clock_timestamp() AS at FROM pg_backup_stop(wait_for_archive => false)",
  );
  const [stop] = stopped.rows;
  if (!stop) throw new Error("a cluster said nothing");
  if (stop.map.trim() !== "") throw new OperatorError("A tablespace was created during the backup.");
  const label = `${folder}${cluster.name}-label`;
  const bytesOfLabel = Buffer.from(stop.label);
  await repository.put(
    label,
    packEntry({ kind: "file", path: "backup_label", size: bytesOfLabel.length, bytes: one(bytesOfLabel) }),
  );
  crashPoint(`backup:${cluster.name}:stopped`);
  const timeline = Number.parseInt(start.timeline, 16);
  return {
    ...{
      systemIdentifier: start.system,
      timeline,
      stoppedAt: stop.at,
      startLsn: start.lsn,
      stopLsn: stop.lsn,
      volumes: [...volumes, label],
    },
    ...{ files, bytes },
  };
}

function one(bytes: Buffer): () => AsyncIterable<Buffer> {
  return async function* () {
    yield bytes;
  };
}
