import { execFile } from "node:child_process";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { byteText } from "@/lib/core/byte-text";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { DiskFullError } from "../data-folder/disk-full";
import { fileSystemOf } from "../data-folder/file-system";
import { sharesBlocks } from "../volumes/reflink-probe";
import { toolEnvironment } from "../volumes/system-tools";

const run = promisify(execFile);
const BLOCK_BYTES = 512;
/** The room that PostgreSQL and the migrations have beside a copy. */
const ROOM_TO_WORK_BYTES = 128 * 1024 * 1024;

/** Returns the bytes that the files below a folder take on the disk. */
export async function sizeOfFiles(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await sizeOfFiles(path) : (await lstat(path)).blocks * BLOCK_BYTES;
  }
  return bytes;
}

/**
 * Throws `DiskFullError` if the disk of a folder has no room for this many bytes more. If files share blocks, a copy
 * takes almost none.
 */
export async function requireRoomFor(bytes: number, folder: string, remedy: string): Promise<void> {
  const { mountPoint, freeBytes } = fileSystemOf(folder);
  const isShared = freeBytes >= ROOM_TO_WORK_BYTES && (await sharesBlocks(folder));
  if (isShared || freeBytes >= bytes + ROOM_TO_WORK_BYTES) return;
  throw noRoomFor(bytes, { mountPoint, freeBytes }, remedy);
}

function noRoomFor(
  bytes: number,
  { mountPoint, freeBytes }: { mountPoint: string; freeBytes: number },
  remedy: string,
) {
  return new DiskFullError(
    `A copy of the control plane takes ${byteText(bytes)}, and ${byteText(ROOM_TO_WORK_BYTES)} stay free beside it, but the disk that holds ${mountPoint} has ${byteText(freeBytes)} free. ${remedy}`,
  );
}

/** Copies the files of a stopped cluster with their owners, and flushes them. Blocks are shared where that works. */
export async function copyCluster(from: string, to: string, remedy: string): Promise<void> {
  try {
    const env = toolEnvironment();
    await run("cp", ["--archive", "--reflink=auto", from, to], { env });
    await run("sync", ["--file-system", dirname(to)], { env });
  } catch (cause) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr) : "";
    if (/No space left|quota exceeded/i.test(said))
      throw noRoomFor(await sizeOfFiles(from), fileSystemOf(dirname(to)), remedy);
    const reason = said.split("\n")[0] || codeOf(cause) || "it said nothing";
    throw new OperatorError(`The files of the control plane couldn't be copied to ${to}: ${reason}`, { cause });
  }
}
