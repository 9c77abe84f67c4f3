import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { BackupSettings } from "@/lib/core/backup-settings";
import { byteText } from "@/lib/core/byte-text";
import { OperatorError } from "@/lib/core/operator-error";
import { DiskFullError } from "../../data-folder/disk-full";
import { fileSystemOf } from "../../data-folder/file-system";
import { readState } from "../../data-folder/instance-state";
import { stopLeftoverProcesses } from "../../data-folder/leftover-processes";
import { ensurePassableFolder } from "../../data-folder/passable-folder";
import { canEnter, type ServiceUser } from "../../data-folder/service-user";
import { socketDirectoryOf } from "../../embedded-postgres/socket-directory";
import { CLUSTER_NAMES, type ClusterName } from "../running-clusters";

const GIB = 1024 ** 3;
const LOOK_MILLISECONDS = 1_000;

/** The folder in which backups are recovered to be read, and nothing else. */
export interface Scratch {
  folder: string;
  /** Has the programs, of the PostgreSQL in `postgresBin` or of the packages. */
  postgresDirectory: string;
  postgresBin: string | null;
  socketName: (cluster: ClusterName) => string;
}

/** Returns where an installation proves its backups. Throws `OperatorError` where there is no installation. */
export async function findScratch(
  dataDir: string,
  settings: Pick<BackupSettings, "scratch">,
  postgresBin: string | null = null,
): Promise<Scratch> {
  const state = await readState(dataDir);
  if (state === null) throw new OperatorError(`There's no installation in ${dataDir}. Set COPPICE_DATA_DIR.`);
  const name = `proof-${state.instanceId}`;
  return {
    folder: join(settings.scratch ?? state.postgresDirectory, name),
    postgresDirectory: state.postgresDirectory,
    postgresBin,
    socketName: (cluster) => `${name}-${cluster}`,
  };
}

/** Makes the folder, which is empty. Throws `OperatorError` where it can't be used. */
export async function makeScratch({ folder }: Scratch, users: readonly ServiceUser[]): Promise<void> {
  await ensurePassableFolder(folder).catch((cause: NodeJS.ErrnoException) => {
    throw new OperatorError(`${folder}, in which backups are proven, can't be made (${cause.code}).`, { cause });
  });
  if (users.every((user) => canEnter(user, folder))) return;
  const advice = "Set COPPICE_BACKUPS_SCRATCH to a folder that they can enter.";
  throw new OperatorError(`PostgreSQL's users can't enter ${folder}, in which backups are proven. ${advice}`);
}

/** Ends the servers that run in the folder. */
export async function stopScratch({ folder }: Scratch): Promise<void> {
  for (const cluster of CLUSTER_NAMES) {
    const data = join(folder, cluster, "data");
    if (existsSync(data)) await stopLeftoverProcesses(data, () => undefined);
  }
}

/** Removes the folder with all that runs in it. */
export async function clearScratch(scratch: Scratch): Promise<void> {
  await stopScratch(scratch);
  for (const cluster of CLUSTER_NAMES) {
    await rm(socketDirectoryOf(scratch.socketName(cluster)), { recursive: true, force: true });
  }
  if (existsSync(scratch.folder)) await rm(scratch.folder, { recursive: true });
}

/** Throws `OperatorError` unless so many bytes fit, and those that the service itself may need besides. */
export function requireRoom({ folder }: { folder: string }, bytes: number, what = "Recovering"): void {
  const { freeBytes, totalBytes, mountPoint } = fileSystemOf(folder);
  const needed = bytes + keptFree(totalBytes);
  if (freeBytes >= needed) return;
  throw new DiskFullError(
    `${what} needs ${byteText(needed)} on the disk ${mountPoint}, which has ${byteText(freeBytes)} free. Free some space, or set COPPICE_BACKUPS_SCRATCH to a folder of another disk.`,
  );
}

/** Calls back once if the disk gets so full that the service itself may soon lack room. Returns how to end that. */
export function watchRoom(
  { folder }: Pick<Scratch, "folder">,
  onFull: (reason: DiskFullError) => void,
  what = "The proof",
): () => void {
  const timer = setInterval(() => {
    const { freeBytes, totalBytes, mountPoint } = fileSystemOf(folder);
    if (freeBytes >= keptFree(totalBytes) / 2) return;
    clearInterval(timer);
    onFull(new DiskFullError(`${what} was ended when the disk ${mountPoint} had ${byteText(freeBytes)} left.`));
  }, LOOK_MILLISECONDS);
  return () => clearInterval(timer);
}

/** The bytes of a disk that are left to the service. */
export const keptFree = (totalBytes: number) => Math.min(GIB, totalBytes * 0.05);
