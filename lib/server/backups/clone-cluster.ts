import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "@/lib/core/error-code";
import { fileSystemOf } from "../data-folder/file-system";
import { sharesBlocks } from "../volumes/reflink-probe";
import { clusterFiles, type FileEntry, type FolderEntry } from "./cluster-files";
import { findBackedUpClusters } from "./running-clusters";
import { keptFree, watchRoom } from "./scratch/folder";

/** On the file system of the cluster's files, and beside them: the user of the cluster can't enter it. */
const cloneFolder = (dataDirectory: string) => join(dirname(dataDirectory), "backup-clone");

/**
 * Returns whether a cluster's files can share their blocks with a clone. Each block that is written to while the clone is
 * there takes room, so a disk that is nearly full can't have one.
 */
export async function canClone(dataDirectory: string): Promise<boolean> {
  const folder = dirname(dataDirectory);
  const { freeBytes, totalBytes } = fileSystemOf(folder);
  return freeBytes >= keptFree(totalBytes) && (await sharesBlocks(folder));
}

/** Clones the files of a running cluster that a base backup has. Returns `null` if they turn out not to fit. */
export async function cloneCluster(dataDirectory: string): Promise<string | null> {
  const folder = cloneFolder(dataDirectory);
  try {
    await mkdir(folder, { mode: 0o700 });
    for await (const entry of clusterFiles(dataDirectory)) {
      const path = join(folder, entry.path);
      if (entry.kind === "folder") await mkdir(path, { recursive: true });
      else if (!entry.cloneTo(path)) await writeFile(path, entry.bytes(), { flag: "wx" });
    }
    return folder;
  } catch (error) {
    await removeClone(dataDirectory);
    if (["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "")) return null;
    throw error;
  }
}

/** Yields the files of a clone. Throws `DiskFullError` if the disk gets so full that the databases may soon lack room. */
export async function* clonedFiles(folder: string): AsyncIterable<FolderEntry | FileEntry> {
  const full = new AbortController();
  const stopWatching = watchRoom({ folder }, (reason) => full.abort(reason), "The base backup");
  async function* whileThereIsRoom(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of bytes) {
      full.signal.throwIfAborted();
      yield chunk;
    }
  }
  try {
    for await (const entry of clusterFiles(folder)) {
      yield entry.kind === "folder" ? entry : { ...entry, bytes: () => whileThereIsRoom(entry.bytes()) };
    }
  } finally {
    stopWatching();
  }
}

export async function removeClone(dataDirectory: string): Promise<void> {
  await rm(cloneFolder(dataDirectory), { recursive: true, force: true });
}

/** Removes the clones of base backups that were killed. */
export async function removeClones(dataDir: string): Promise<void> {
  for (const { dataDirectory } of (await findBackedUpClusters(dataDir)).clusters) await removeClone(dataDirectory);
}
