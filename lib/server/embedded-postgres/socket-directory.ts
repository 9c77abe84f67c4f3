import { chown, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { isRoot, type ServiceUser } from "../data-folder/service-user";

/** Socket paths hold at most 107 bytes (unix(7)), which a deep data folder would exceed. */
const LONGEST_PARENT = 50;

export function socketDirectoryOf(name: string): string {
  const preferred = tmpdir();
  const parent = isRoot() || Buffer.byteLength(preferred) > LONGEST_PARENT ? "/tmp" : preferred;
  return join(parent, `coppice-${name}`);
}

/**
 * Makes a short folder for a cluster's socket that only the cluster's user, and root, can use. The files of a killed
 * server in it are removed: its lock names a process id that another process may have by now.
 */
export async function ensureSocketDirectory(name: string, user: ServiceUser): Promise<string> {
  const path = socketDirectoryOf(name);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const found = await lstat(path);
  const ownedByUs = found.uid === user.uid || found.uid === process.geteuid?.();
  if (!found.isDirectory() || !ownedByUs || (found.mode & 0o077) !== 0) {
    throw new OperatorError(`${path}, where PostgreSQL puts its socket, belongs to another user. Remove it.`);
  }
  for (const leftover of await readdir(path)) await rm(join(path, leftover), { force: true });
  if (found.uid !== user.uid) await chown(path, user.uid, user.gid);
  return path;
}
