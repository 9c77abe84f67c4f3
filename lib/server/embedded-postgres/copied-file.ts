import { constants } from "node:fs";
import { chmod, copyFile, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A file of a PostgreSQL, and its place in a copy. */
export interface CopiedFile {
  from: string;
  /** Relative to the copy's folder. */
  to: string;
}

/** Lists the files of a folder and its subfolders that `isWanted` takes by their path in it. A link counts as its file. */
export async function listFiles(
  folder: string,
  place: string,
  isWanted: (path: string) => boolean,
  path = "",
): Promise<CopiedFile[]> {
  const found: CopiedFile[] = [];
  for (const name of (await readdir(join(folder, path))).sort()) {
    const child = join(path, name);
    const kind = await stat(join(folder, child)).catch(() => null);
    if (kind?.isDirectory()) found.push(...(await listFiles(folder, place, isWanted, child)));
    if (kind?.isFile() && isWanted(child)) found.push({ from: join(folder, child), to: join(place, child) });
  }
  return found;
}

/** Copies files so that every user of the machine can read them, and run those in `programs`. */
export async function copyFiles(files: readonly CopiedFile[], target: string, programs: string): Promise<void> {
  const made = new Set<string>();
  for (const { from, to } of files) {
    const folder = dirname(to);
    if (!made.has(folder)) await makeReadableFolder(target, folder);
    made.add(folder);
    await copyFile(from, join(target, to), constants.COPYFILE_FICLONE);
    await chmod(join(target, to), folder === programs ? 0o755 : 0o644);
  }
}

/** Makes the folders of `path` below `parent`, each passable for every user. */
export async function makeReadableFolder(parent: string, path: string): Promise<void> {
  if (path !== ".") await makeReadableFolder(parent, dirname(path));
  await mkdir(join(parent, path), { recursive: true });
  await chmod(join(parent, path), 0o755);
}
