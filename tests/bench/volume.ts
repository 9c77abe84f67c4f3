import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { readState } from "@/lib/server/data-folder/instance-state";
import { createVolume, hostDirectory } from "@/lib/server/volumes/xfs-volume";
import type { CleanUp } from "./clean-up";

/** A sparse image: it takes the space of the bytes written into it. */
const VOLUME_BYTES = 12 * 2 ** 30;

/** Puts the customers' cluster of a data folder onto an XFS volume, as `coppice volume create` does. Throws `OperatorError`. */
export async function addVolume(cleanUp: CleanUp, folder: string): Promise<void> {
  const dataDir = join(folder, "data");
  cleanUp.add(() => removeVolume(dataDir));
  await createVolume({ dataDir, sizeBytes: VOLUME_BYTES, log: () => undefined });
}

async function removeVolume(dataDir: string): Promise<void> {
  const state = await readState(dataDir);
  if (!state) return;
  // Not mounted when making it has failed.
  await promisify(execFile)("umount", [hostDirectory(state.postgresDirectory)]).catch(() => undefined);
  await rm(state.postgresDirectory, { recursive: true, force: true });
}
