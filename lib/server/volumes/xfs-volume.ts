import { chmod, mkdir, open, rename, rm, rmdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { lockDataFolder } from "../data-folder/data-folder-lock";
import { explainDiskFull, imageOf } from "../data-folder/disk-full";
import { syncDirectory } from "../data-folder/durable-file";
import { ensureDataFolder, ensureState } from "../data-folder/instance-state";
import { stopLeftoverProcesses } from "../data-folder/leftover-processes";
import { findServiceUser, isRoot } from "../data-folder/service-user";
import { sharesBlocks } from "./reflink-probe";
import { exists, isInstalled, isMountPoint, mount, run } from "./system-tools";

/** XFS makes no file system below 300 MB; below this one there is no room for a database beside its log. */
const SMALLEST_BYTES = 1024 ** 3;

/** The host cluster's folder, which is the volume's mount point once there is a volume. */
export const hostDirectory = (postgresDirectory: string) => join(postgresDirectory, "host-1");
const replacedOf = (postgresDirectory: string) => join(postgresDirectory, "host-1.before-volume");

export interface CreateVolumeOptions {
  /** Absolute. */
  dataDir: string;
  sizeBytes: number;
  log: (line: string) => void;
}

/**
 * Puts the host cluster onto an XFS file system with reflink, in a sparse image file that is mounted in the cluster's
 * place; data that is there already moves over. Throws `OperatorError`: not root, running, no mkfs.xfs, no space.
 */
export async function createVolume({ dataDir, sizeBytes, log }: CreateVolumeOptions): Promise<void> {
  if (!isRoot()) throw new OperatorError("Only root can mount a volume. Run the command as root.");
  if (sizeBytes < SMALLEST_BYTES) throw new OperatorError("A volume needs at least 1G.");
  await requireXfsTools();
  await ensureDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    const users = [await findServiceUser("coppice-control"), await findServiceUser("coppice-host")];
    const { postgresDirectory } = await ensureState(dataDir, users, log);
    await mkdir(postgresDirectory, { recursive: true });
    await chmod(postgresDirectory, 0o711);
    await requireNoVolume(postgresDirectory);
    await fillImage(postgresDirectory, sizeBytes, log);
    await mountVolume(postgresDirectory, log);
  } catch (error) {
    throw explainDiskFull(error, dataDir);
  } finally {
    await lock.release();
  }
}

/**
 * Mounts the volume where there is one; a restart of the machine ends the mount. Also finishes a creation that was cut
 * short after the image was complete. The caller holds the data folder's lock.
 */
export async function mountVolume(postgresDirectory: string, log: (line: string) => void): Promise<void> {
  const image = imageOf(hostDirectory(postgresDirectory));
  if (!(await exists(image))) return;
  const folder = hostDirectory(postgresDirectory);
  const replaced = replacedOf(postgresDirectory);
  if (!(await isMountPoint(folder))) {
    if (!isRoot()) {
      throw new OperatorError(
        `${image} contains the customers' databases and isn't mounted. Start as root, or mount it on ${folder}.`,
      );
    }
    if (await exists(join(folder, "data"))) await rename(folder, replaced);
    await mkdir(folder, { recursive: true });
    await mount(image, folder);
    log(`Mounted ${image} on ${folder}.`);
  }
  await rm(replaced, { recursive: true, force: true });
}

/** The image gets its name when it holds all the data, so a file with the name is complete. */
async function fillImage(postgresDirectory: string, sizeBytes: number, log: (line: string) => void): Promise<void> {
  const unfinished = `${imageOf(hostDirectory(postgresDirectory))}.unfinished`;
  const place = join(postgresDirectory, "host-1.unfinished");
  await discard(unfinished, place);
  const free = await statfs(postgresDirectory);
  if (free.bavail * free.bsize < sizeBytes)
    log("The volume is larger than the free space. It takes up space as it fills.");
  const file = await open(unfinished, "wx", 0o600);
  await file.truncate(sizeBytes);
  await file.close();
  try {
    await run("mkfs.xfs", ["-q", "-m", "reflink=1", unfinished]);
    await mkdir(place);
    await mount(unfinished, place);
    await chmod(place, 0o711);
    if (!(await sharesBlocks(place)))
      throw new OperatorError("The new file system doesn't share blocks on this kernel.");
    await moveDataIn(hostDirectory(postgresDirectory), place, log);
    await run("umount", [place]);
    await syncFile(unfinished);
    await rename(unfinished, imageOf(hostDirectory(postgresDirectory)));
    await syncDirectory(postgresDirectory);
    await rmdir(place);
  } catch (error) {
    await discard(unfinished, place);
    throw error;
  }
}

async function moveDataIn(from: string, to: string, log: (line: string) => void): Promise<void> {
  const data = join(from, "data");
  if (!(await exists(data))) return;
  await stopLeftoverProcesses(data, log);
  log("Copying the databases to the volume.");
  await run("cp", ["-a", data, join(to, "data")]);
}

async function requireNoVolume(postgresDirectory: string): Promise<void> {
  if (!(await exists(imageOf(hostDirectory(postgresDirectory))))) return;
  throw new OperatorError(`A volume already exists: ${imageOf(hostDirectory(postgresDirectory))}.`);
}

async function requireXfsTools(): Promise<void> {
  if (await isInstalled("mkfs.xfs")) return;
  throw new OperatorError("mkfs.xfs wasn't found. Install the package xfsprogs (Debian: apt-get install xfsprogs).");
}

async function discard(image: string, place: string): Promise<void> {
  if ((await exists(place)) && (await isMountPoint(place))) await run("umount", [place]);
  await rm(image, { force: true });
  await rm(place, { recursive: true, force: true });
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}
