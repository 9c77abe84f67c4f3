import { join } from "node:path";
import type { Places } from "../data-folder/disk-full";
import { fileSystemOf } from "../data-folder/file-system";
import type { Ballast } from "../volumes/ballast";
import { hostDirectory } from "../volumes/xfs-volume";
import type { ClusterSettings } from "./cluster-configuration";
import { ballastIn, Reserve } from "./reserve";

const MIB = 1024 ** 2;
/** The most WAL that PostgreSQL takes automatically, and the least that keeps checkpoints rare enough. */
const MOST_WAL_BYTES = 1024 * MIB;
const LEAST_WAL_BYTES = 64 * MIB;
const WAL_SHARE = 0.05;
/** The WAL that may wait, while the place for backups is away, before it is given up. */
const MOST_UNSENT_BYTES = 16 * 1024 * MIB;
const LEAST_UNSENT_BYTES = 256 * MIB;
const UNSENT_SHARE = 0.1;

/** The folders of the two clusters' files, and the space that is kept free there. The volume is mounted. */
export interface ClusterPlaces {
  control: Places;
  host: Places;
  /** The folder of the host's write-ahead log; `null` where it lies among the data. */
  hostWal: string | null;
  ballasts: Ballast[];
  controlReserve: Reserve;
  hostReserve: Reserve;
}

/**
 * On a volume, the host's write-ahead log lies outside it: a volume that customers fill then refuses writes that do not
 * fit, where a full log would end the server.
 */
export function findClusterPlaces(postgresDirectory: string, log: (line: string) => void): ClusterPlaces {
  const control: Places = [join(postgresDirectory, "control")];
  const directory = hostDirectory(postgresDirectory);
  const isOnVolume = fileSystemOf(directory).device !== fileSystemOf(postgresDirectory).device;
  const hostWal = isOnVolume ? join(postgresDirectory, "host-1.wal") : null;
  const host: Places = hostWal === null ? [directory] : [directory, hostWal];
  const hostBallasts = [ballastIn(directory, "data"), ...(hostWal === null ? [] : [ballastIn(hostWal, "wal")])];
  const ballasts = [ballastIn(control[0], "control"), ...hostBallasts];
  return {
    ...{ control, host, hostWal, ballasts },
    // Without its own data Coppice could delete nothing, so on a shared disk it may take the room that is kept for the
    // host.
    controlReserve: new Reserve(control, ballasts, log),
    hostReserve: new Reserve(host, hostBallasts, log),
  };
}

/** Returns the settings that keep a write-ahead log in a folder within a share of its file system. */
export function walSettings(folder: string): ClusterSettings {
  const { totalBytes } = fileSystemOf(folder);
  const megabytes = (share: number, least: number, most: number) =>
    Math.floor(Math.min(most, Math.max(least, totalBytes * share)) / MIB);
  const size = megabytes(WAL_SHARE, LEAST_WAL_BYTES, MOST_WAL_BYTES);
  return {
    max_wal_size: `${size}MB`,
    min_wal_size: `${Math.min(size, 80)}MB`,
    max_slot_wal_keep_size: `${megabytes(UNSENT_SHARE, LEAST_UNSENT_BYTES, MOST_UNSENT_BYTES)}MB`,
  };
}
