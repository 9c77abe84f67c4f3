import { mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { bundledPrograms } from "./clusters";

/**
 * Puts links to `server.js` and `coppice.js` into a folder inside the repository, by which a test finds its own
 * processes. All tests share the code that V8 has compiled of the programs.
 */
export async function placePrograms(folder: string): Promise<void> {
  const programs = await bundledPrograms();
  await mkdir(folder, { recursive: true });
  const names = (await readdir(programs)).filter((name) => name.endsWith(".js"));
  await Promise.all(names.map((name) => symlink(join(programs, name), join(folder, name))));
}
