import { bySocket, serverSocketOf } from "@/lib/core/db/server-socket";
import type { PublicAccess } from "@/lib/core/postgres-settings";
import { sharesBlocks } from "@/lib/server/volumes/reflink-probe";
import { hostDirectory, mountVolume } from "@/lib/server/volumes/xfs-volume";
import { lockDataFolder } from "../data-folder/data-folder-lock";
import { explainDiskFull } from "../data-folder/disk-full";
import { ensureDataFolder, secretKeysFile } from "../data-folder/instance-state";
import { ensurePassableFolder } from "../data-folder/passable-folder";
import { requireNoUnfinishedRestore } from "../data-folder/unfinished-restore";
import { findPostgres, installBinaries, removeOtherBinaries } from "./binaries";
import { type ClusterSpecification, type EmbeddedCluster, type RunningCluster, startCluster } from "./cluster";
import { findClusterPlaces } from "./cluster-places";
import { CustomerAccess } from "./customer-access";
import { controlUrl, provisionerUrl } from "./embedded-clusters";
import {
  configurationOf,
  controlSpecification,
  hostSpecification,
  type Installation,
  openInstallation,
} from "./installation";
import { BallastKeeper } from "./reserve";
import { readServerCertificate, watchServerCertificate } from "./server-certificate";

const REMEDY = "`npm run coppice -- volume create --size 20G` changes this; see docs/storage.md.";

export interface EmbeddedControl {
  controlUrl: string;
  control: EmbeddedCluster;
  secretKeysFile: string;
  /**
   * Fast shutdown of the servers that this call started; also gives the data folder free. A cluster that needs longer
   * than
   * `patienceMilliseconds` is ended at once and recovers at its next start.
   */
  stop(patienceMilliseconds?: number): Promise<void>;
}

export interface EmbeddedPostgres extends EmbeddedControl {
  host: Omit<RunningCluster, "stop"> & {
    provisionerUrl: string;
    sharesBlocks: boolean;
    /** The address at which clients reach the databases; the mode is libpq's. */
    publicHost: string;
    publicPort: number;
    sslMode: "require" | null;
  };
}

export interface StartOptions {
  /** Absolute. */
  dataDir: string;
  /** The folder of an installed PostgreSQL's programs; by default the packages'. */
  postgresBin?: string | null;
  /** The address at which clients of other machines reach the databases; by default they don't. */
  publicAccess?: PublicAccess | null;
  log: (line: string) => void;
  /** Further PostgreSQL settings for both clusters. */
  settings?: Record<string, string>;
  /** Is called with the folder of the clusters before they start, while the lock of the data folder is held. */
  beforeStart?: (postgresDirectory: string) => Promise<void>;
  /** Whether to fill the ballast for a full disk. The ballast that is there is used either way. */
  keepsBallast?: boolean;
}

/**
 * Starts the two PostgreSQL clusters of a data folder, making any missing parts. Throws `OperatorError`, whose message
 * is one sentence for the operator: already running, full disk, taken port, another version, wrong user.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { publicAccess = null } = options;
  const certificate = publicAccess && (await readServerCertificate(publicAccess));
  return onDataFolder(options, async (installation) => {
    const { dataDir, log } = options;
    await mountVolume(installation.postgresDirectory, log);
    await ensurePassableFolder(hostDirectory(installation.postgresDirectory));
    const places = findClusterPlaces(installation.postgresDirectory, log);
    places.controlReserve.keepRoom();
    places.hostReserve.keepRoom();
    const shares = await probe(hostDirectory(installation.postgresDirectory), log);
    const binaries = await onlyBinaries(installation.postgresDirectory, options);
    const access = new CustomerAccess(
      configurationOf(installation.postgresDirectory, "host-1"),
      places.hostReserve,
      log,
      { isPublic: publicAccess !== null },
    );
    access.settle();
    const [control, host] = await startTogether([
      controlSpecification({ ...options, ...installation, binaries }, places),
      hostSpecification({ ...options, ...installation, binaries, certificate }, places, access, shares),
    ]);
    access.serve(() => host.postmasterPid);
    const stopWatching = publicAccess ? watchServerCertificate(publicAccess, host.replaceCertificate, log) : () => {};
    const keeper = new BallastKeeper(options.keepsBallast ? places.ballasts : [], log, () => access.settle());
    return {
      controlUrl: bySocket(controlUrl(control.port, installation.secrets.controlPassword), serverSocketOf(control)),
      secretKeysFile: secretKeysFile(dataDir),
      control,
      host: Object.assign(host, {
        provisionerUrl: provisionerUrl(host.port, installation.secrets.provisionerPassword),
        sharesBlocks: shares,
        ...reachOf(publicAccess, host),
      }),
      stop: async (patienceMilliseconds) => {
        stopWatching();
        await Promise.all([keeper.stop(), control.stop(patienceMilliseconds), host.stop(patienceMilliseconds)]);
      },
    };
  });
}

/** Starts the cluster of the control plane alone, for work that needs no host. Throws as `startEmbeddedPostgres` does. */
export async function startEmbeddedControl(options: StartOptions): Promise<EmbeddedControl> {
  return onDataFolder(options, async (installation) => {
    const places = findClusterPlaces(installation.postgresDirectory, options.log);
    places.controlReserve.keepRoom();
    const binaries = await onlyBinaries(installation.postgresDirectory, options);
    const control = await startCluster(controlSpecification({ ...options, ...installation, binaries }, places));
    return {
      controlUrl: bySocket(controlUrl(control.port, installation.secrets.controlPassword), serverSocketOf(control)),
      secretKeysFile: secretKeysFile(options.dataDir),
      control,
      stop: (patienceMilliseconds) => control.stop(patienceMilliseconds),
    };
  });
}

/** Holds the data folder's lock from before `start` until the servers it started are stopped. */
async function onDataFolder<T extends EmbeddedControl>(
  { dataDir, log, publicAccess, beforeStart }: StartOptions,
  start: (installation: Installation) => Promise<T>,
): Promise<T> {
  try {
    await ensureDataFolder(dataDir);
    const lock = await lockDataFolder(dataDir);
    try {
      requireNoUnfinishedRestore(dataDir);
      const installation = await openInstallation(dataDir, log, publicAccess?.port);
      await beforeStart?.(installation.postgresDirectory);
      const started = await start(installation);
      const stop = async (patienceMilliseconds?: number) => {
        await started.stop(patienceMilliseconds);
        await lock.release();
      };
      return { ...started, stop };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw explainDiskFull(error, dataDir);
  }
}

async function onlyBinaries(postgresDirectory: string, { postgresBin = null }: StartOptions): Promise<string> {
  const source = await findPostgres(postgresBin);
  const binaries = await installBinaries(postgresDirectory, source);
  await removeOtherBinaries(postgresDirectory, source);
  return binaries;
}

function reachOf(access: PublicAccess | null, { address, port }: RunningCluster) {
  if (access === null) return { publicHost: address, publicPort: port, sslMode: null };
  return { publicHost: access.host, publicPort: access.port, sslMode: "require" as const };
}

async function probe(folder: string, log: (line: string) => void): Promise<boolean> {
  const shares = await sharesBlocks(folder);
  if (!shares) log(`${folder} can't share blocks between files, so a branch copies its parent. ${REMEDY}`);
  return shares;
}

/** Starts all, or none: when one fails, the others are stopped before the failure is thrown. */
async function startTogether(
  specifications: [ClusterSpecification, ClusterSpecification],
): Promise<[RunningCluster, RunningCluster]> {
  const [first, second] = await Promise.allSettled([startCluster(specifications[0]), startCluster(specifications[1])]);
  if (first.status === "fulfilled" && second.status === "fulfilled") return [first.value, second.value];
  for (const result of [first, second]) {
    if (result.status === "fulfilled") await result.value.stop();
  }
  throw first.status === "rejected" ? first.reason : (second as PromiseRejectedResult).reason;
}
