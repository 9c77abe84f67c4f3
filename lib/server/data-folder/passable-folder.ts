import { chmod, mkdir } from "node:fs/promises";
import { isRoot } from "./service-user";

/** Makes a folder, regardless of the umask. Only root's is passable, because the clusters then run as other users. */
export async function ensurePassableFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, isRoot() ? 0o711 : 0o700);
}
