import { realpathSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Socket paths hold at most 107 bytes (unix(7)), which a deep data folder would exceed. */
const LONGEST_FOLDER = 80;
const PREFIX = join(tmpdir(), "coppice-run-");

const placeIn = (dataDir: string) => join(dataDir, "run");

/**
 * Makes the folder for the sockets between the service's processes, which nobody else can enter, and returns its path. A
 * data folder whose path is too long for sockets has a link to one for temporary files.
 */
export async function ensureRunFolder(dataDir: string): Promise<string> {
  const path = placeIn(dataDir);
  const earlier = await readlink(path).catch(() => null);
  if (earlier !== null) await rm(path);
  if (earlier?.startsWith(PREFIX)) await rm(earlier, { recursive: true, force: true });
  if (Buffer.byteLength(path) <= LONGEST_FOLDER) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
    return path;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(path, { recursive: true, force: true });
  const short = await mkdtemp(PREFIX);
  await symlink(short, path);
  return short;
}

/** Returns where a service on this data folder has its sockets; `null` where none has run. */
export function findRunFolder(dataDir: string): string | null {
  try {
    return realpathSync(placeIn(dataDir));
  } catch {
    return null;
  }
}
