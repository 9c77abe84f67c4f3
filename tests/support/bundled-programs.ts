import { cp } from "node:fs/promises";
import { bundledPrograms } from "./clusters";

/** Puts `server.js` and `coppice.js` into a folder inside the repository, where a test finds its own processes by it. */
export async function placePrograms(folder: string): Promise<void> {
  await cp(await bundledPrograms(), folder, { recursive: true });
}
