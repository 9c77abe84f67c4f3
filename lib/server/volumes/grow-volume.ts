import { open, stat } from "node:fs/promises";
import { byteText } from "@/lib/core/byte-text";
import { OperatorError } from "@/lib/core/operator-error";
import { findLockHolder, lockDataFolder, lockPath } from "../data-folder/data-folder-lock";
import { explainDiskFull, imageOf } from "../data-folder/disk-full";
import { fileSystemOf } from "../data-folder/file-system";
import { readState } from "../data-folder/instance-state";
import { isRoot } from "../data-folder/service-user";
import { exists, isInstalled, run } from "./system-tools";
import { hostDirectory, mountVolume } from "./xfs-volume";

export interface GrowVolumeOptions {
  /** Absolute. */
  dataDir: string;
  sizeBytes: number;
  log: (line: string) => void;
}

/**
 * Enlarges the volume of the host cluster, also while the cluster runs. Safe to repeat with the same size after it was
 * cut short. Throws `OperatorError`: not root, no volume, not larger, no xfs_growfs.
 */
export async function growVolume({ dataDir, sizeBytes, log }: GrowVolumeOptions): Promise<void> {
  if (!isRoot()) throw new OperatorError("Only root can enlarge a volume. Run the command as root.");
  const state = (await exists(dataDir)) ? await readState(dataDir) : null;
  if (!state || !(await exists(imageOf(hostDirectory(state.postgresDirectory))))) {
    throw new OperatorError(
      `There's no volume in ${dataDir}. Create one with \`npm run coppice -- volume create --size 20G\`.`,
    );
  }
  if (!(await isInstalled("xfs_growfs"))) {
    throw new OperatorError(
      "xfs_growfs wasn't found. Install the package xfsprogs (Debian: apt-get install xfsprogs).",
    );
  }
  const folder = hostDirectory(state.postgresDirectory);
  const image = imageOf(folder);
  // Of two that grow it at a time, the smaller would cut off the part that the larger has made.
  const lock = await lockPath(image, () => "The volume is already being enlarged.");
  try {
    await growImage(image, sizeBytes);
    const { freeBytes } = fileSystemOf(image);
    if (freeBytes < sizeBytes - (await stat(image)).blocks * 512) {
      log("The volume is larger than the free space. It takes up space as it fills.");
    }
    await mountWhileStopped(dataDir, state.postgresDirectory, log);
    for (const device of await loopDevicesOf(image)) await run("losetup", ["-c", device]);
    await run("xfs_growfs", [folder]);
  } catch (error) {
    throw explainDiskFull(error, image);
  } finally {
    await lock.release();
  }
}

async function growImage(image: string, sizeBytes: number): Promise<void> {
  const { size } = await stat(image);
  if (sizeBytes < size) {
    throw new OperatorError(`The volume already has ${byteText(size)}, and it can't be made smaller.`);
  }
  const file = await open(image, "r+");
  try {
    await file.truncate(sizeBytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The running service has mounted it. A start that comes in between mounts it as well, so both hold the lock. */
async function mountWhileStopped(dataDir: string, postgresDirectory: string, log: (line: string) => void) {
  if ((await findLockHolder(dataDir)) !== null) return;
  const lock = await lockDataFolder(dataDir);
  try {
    await mountVolume(postgresDirectory, log);
  } finally {
    await lock.release();
  }
}

async function loopDevicesOf(image: string): Promise<string[]> {
  const output = await run("losetup", ["--associated", image, "--noheadings", "--output", "NAME"]);
  return output.split("\n").filter((name) => name !== "");
}
