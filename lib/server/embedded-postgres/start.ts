import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sharesBlocks } from "@/lib/server/volumes/reflink-probe";
import { hostDirectory, mountVolume } from "@/lib/server/volumes/xfs-volume";
import { lockDataFolder } from "../data-folder/data-folder-lock";
import { explainDiskFull } from "../data-folder/disk-full";
import { ensureDataFolder, ensureSecrets, ensureState, secretKeysFile } from "../data-folder/instance-state";
import { findServiceUser, isRoot, type ServiceUser } from "../data-folder/service-user";
import { installBinaries } from "./binaries";
import { type ClusterSpecification, type EmbeddedCluster, type RunningCluster, startCluster } from "./cluster";
import { type ClusterPlace, controlCluster, controlUrl, hostCluster, provisionerUrl } from "./embedded-clusters";

const REMEDY = "`npm run coppice -- volume create --size 20G` changes that, see docs/storage.md.";

export interface EmbeddedPostgres {
  controlUrl: string;
  control: EmbeddedCluster;
  host: EmbeddedCluster & { provisionerUrl: string; sharesBlocks: boolean };
  secretKeysFile: string;
  /**
   * Fast shutdown of what this call started; also gives the data folder free. A cluster that needs longer than
   * `patienceMilliseconds` is ended at once and recovers at its next start.
   */
  stop(patienceMilliseconds?: number): Promise<void>;
}

export interface StartOptions {
  /** Absolute. */
  dataDir: string;
  log: (line: string) => void;
  /** Further PostgreSQL settings for both clusters. */
  settings?: Record<string, string>;
}

/**
 * Starts the two PostgreSQL clusters of a data folder, making whatever is missing. Throws `OperatorError`, whose message
 * is one sentence for the operator: already running, full disk, taken port, another version, wrong user.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  try {
    await ensureDataFolder(options.dataDir);
    const lock = await lockDataFolder(options.dataDir);
    try {
      const started = await startBoth(options);
      const { control, host } = started;
      const stop = async (patienceMilliseconds?: number) => {
        await Promise.all([control.stop(patienceMilliseconds), host.stop(patienceMilliseconds)]);
        await lock.release();
      };
      return { ...started, secretKeysFile: secretKeysFile(options.dataDir), stop };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw explainDiskFull(error, options.dataDir);
  }
}

async function startBoth({ dataDir, log, settings = {} }: StartOptions) {
  const controlUser = await findServiceUser("coppice-control");
  const hostUser = await findServiceUser("coppice-host");
  const state = await ensureState(dataDir, [controlUser, hostUser], log);
  const secrets = await ensureSecrets(dataDir);
  await ensurePassableFolder(state.postgresDirectory);
  const binaries = await installBinaries(state.postgresDirectory);
  await mountVolume(state.postgresDirectory, log);
  const shares = await probe(hostDirectory(state.postgresDirectory), log);
  const place = (name: "control" | "host-1", user: ServiceUser): ClusterPlace => ({
    directory: join(state.postgresDirectory, name),
    configurationDirectory: join(state.postgresDirectory, "configuration", name),
    ...{ binaries, user, settings, log },
    port: name === "control" ? state.ports.control : state.ports.host,
    socketName: `${state.instanceId}-${name}`,
    logFile: join(dataDir, `${name}.log`),
  });
  const [control, host] = await startTogether([
    controlCluster(place("control", controlUser), { password: secrets.controlPassword }),
    hostCluster(place("host-1", hostUser), { password: secrets.provisionerPassword, sharesBlocks: shares }),
  ]);
  return {
    controlUrl: controlUrl(control.port, secrets.controlPassword),
    control,
    host: Object.assign(host, {
      provisionerUrl: provisionerUrl(host.port, secrets.provisionerPassword),
      sharesBlocks: shares,
    }),
  };
}

async function probe(folder: string, log: (line: string) => void): Promise<boolean> {
  await ensurePassableFolder(folder);
  const shares = await sharesBlocks(folder);
  if (!shares) log(`${folder} cannot share blocks between files, so a branch copies its parent: ${REMEDY}`);
  return shares;
}

async function ensurePassableFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, isRoot() ? 0o711 : 0o700);
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
