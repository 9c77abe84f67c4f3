import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Socket paths hold at most 107 bytes (unix(7)), which a deep data folder would exceed. */
const LONGEST_FOLDER = 80;

/** Makes the folder for the sockets between the service's processes, which nobody else can enter. Returns its path. */
export async function ensureRunFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, "run");
  if (Buffer.byteLength(path) > LONGEST_FOLDER) return mkdtemp(join(tmpdir(), "coppice-run-"));
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  return path;
}
