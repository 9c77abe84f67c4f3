import { createWriteStream } from "node:fs";
import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "@/lib/core/operator-error";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { lockDataFolder } from "../../data-folder/data-folder-lock";
import { explainDiskFull } from "../../data-folder/disk-full";
import { syncDirectory, writeFileDurably } from "../../data-folder/durable-file";
import { ensureDataFolder, readState, secretKeysFile } from "../../data-folder/instance-state";
import { ensurePassableFolder } from "../../data-folder/passable-folder";
import { isRoot } from "../../data-folder/service-user";
import { unfinishedRestoreFile } from "../../data-folder/unfinished-restore";
import { superuserOver } from "../../embedded-postgres/as-superuser";
import { findPostgres, installBinaries } from "../../embedded-postgres/binaries";
import type { RunningCluster } from "../../embedded-postgres/cluster";
import { CONTROL_DATABASE } from "../../embedded-postgres/cluster-configuration";
import { findClusterPlaces } from "../../embedded-postgres/cluster-places";
import { CustomerAccess } from "../../embedded-postgres/customer-access";
import {
  configurationOf,
  controlSpecification,
  hostSpecification,
  openInstallation,
} from "../../embedded-postgres/installation";
import { sharesBlocks } from "../../volumes/reflink-probe";
import { hostDirectory } from "../../volumes/xfs-volume";
import { mergedKeyRing } from "../key-rings";
import { copyOf } from "../manifest";
import type { BackupRepository } from "../repository";
import { CLUSTER_NAMES } from "../running-clusters";
import { objectName } from "../ship-objects";
import type { RestorePlan } from "./plan";
import { fetchCluster, recoverCluster } from "./recover";

interface RestoreOptions {
  dataDir: string;
  /** The folder of an installed PostgreSQL's programs; by default the packages'. */
  postgresBin?: string | null;
  repository: BackupRepository;
  plan: RestorePlan;
  onProgress: (step: string, bytes: number) => void;
  crashPoint: CrashPoint;
  log: (line: string) => void;
}

/** Throws `OperatorError` unless the folder is empty, or has only the files of a restore that did not end. */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw new OperatorError(`${dataDir} can't be used as data folder (${error.code}).`, { cause: error });
  });
  if (found.length === 0 || found.includes(unfinishedRestoreFile)) return;
  throw new OperatorError(`${dataDir} isn't empty. Set COPPICE_DATA_DIR to a folder that is empty or doesn't exist.`);
}

/**
 * Restores an installation into an empty data folder. A folder whose restore did not end is marked, so that nothing
 * starts on it and the next restore begins anew. The caller has made the plan.
 */
export async function restoreInstallation(options: RestoreOptions): Promise<void> {
  const { dataDir } = options;
  await requireEmptyFolder(dataDir);
  await ensureDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    await emptyFolder(dataDir);
    await writeFile(join(dataDir, unfinishedRestoreFile), "", { mode: 0o600 });
    await syncDirectory(dataDir);
    options.crashPoint("restore:begun");
    await restoreKeyRing(options);
    await restoreClusters(options);
    await restoreObjects(options);
    options.crashPoint("restore:before-end");
    await rm(join(dataDir, unfinishedRestoreFile));
    await syncDirectory(dataDir);
  } catch (error) {
    throw explainDiskFull(error, dataDir);
  } finally {
    await lock.release();
  }
}

/** Folders elsewhere, for PostgreSQL's users who can't enter the data folder, go too. */
async function emptyFolder(dataDir: string): Promise<void> {
  const state = await readState(dataDir).catch(() => null);
  if (state) await rm(state.postgresDirectory, { recursive: true, force: true });
  for (const name of await readdir(dataDir)) {
    if (name !== unfinishedRestoreFile) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function restoreKeyRing({ repository, dataDir }: RestoreOptions): Promise<void> {
  const ring = await mergedKeyRing(repository);
  if (ring === null) throw new OperatorError(`The key ring is missing in ${repository.name}.`);
  await writeFileDurably(secretKeysFile(dataDir), ring, 0o600);
}

async function restoreClusters(options: RestoreOptions) {
  const { repository, dataDir, plan, onProgress, crashPoint, log } = options;
  const installation = await openInstallation(dataDir, log);
  const { postgresDirectory } = installation;
  for (const name of CLUSTER_NAMES) {
    const directory = join(postgresDirectory, name);
    await mkdir(directory, { recursive: true });
    await chmod(directory, isRoot() ? 0o711 : 0o700);
  }
  await ensurePassableFolder(hostDirectory(postgresDirectory));
  const places = findClusterPlaces(postgresDirectory, log);
  const binaries = await installBinaries(postgresDirectory, await findPostgres(options.postgresBin ?? null));
  const access = new CustomerAccess(configurationOf(postgresDirectory, "host-1"), places.hostReserve, log);
  const shares = await sharesBlocks(hostDirectory(postgresDirectory));
  const common = { ...installation, dataDir, binaries, log };
  const specifications = {
    control: controlSpecification(common, places),
    "host-1": hostSpecification(common, places, access, shares),
  };
  for (const name of CLUSTER_NAMES) {
    const specification = specifications[name];
    const data = join(specification.directory, "data");
    const wal = plan.wal[name];
    const parts = { backup: copyOf(plan.manifest, name), wal, data, user: specification.user };
    onProgress(name, 0);
    await fetchCluster(repository, parts, (count) => onProgress(name, count));
    crashPoint(`restore:${name}:fetched`);
    onProgress(`${name}: replaying the write-ahead log`, 0);
    await recoverCluster(specification, { target: plan.target, wal }, name === "control" ? leaveStore : undefined);
    crashPoint(`restore:${name}:recovered`);
  }
}

/**
 * Leaves a bucket of objects to its owner. The installation of the backup may still run, and needs bytes of which the
 * restored one knows nothing, or whose rows it is about to delete.
 */
async function leaveStore({ socketDirectory, port }: RunningCluster): Promise<void> {
  await superuserOver(socketDirectory, port)(CONTROL_DATABASE, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('public.object_store_owner') IS NOT NULL AS is_there");
    if (rows[0]?.is_there) await client.query("DELETE FROM public.object_store_owner");
  });
}

async function restoreObjects({ repository, dataDir, plan, onProgress }: RestoreOptions): Promise<void> {
  onProgress("objects", 0);
  for (const { id, bytes } of plan.objects) {
    const path = join(dataDir, "objects", "kept", id.slice(-2), id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(await repository.read(objectName(id)), createWriteStream(path, { mode: 0o600, flush: true }));
    onProgress("objects", bytes);
  }
}
