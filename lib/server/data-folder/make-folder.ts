import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "@/lib/core/error-code";

/**
 * Makes a folder and those above it, and returns whether it was missing. Node's own way says ENOENT of a read-only file
 * system, and never ends in a place such as /proc, where nothing can be made.
 */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return false;
    if (code !== "ENOENT" || !(await makeFolder(dirname(path)))) throw error;
  }
  await mkdir(path);
  return true;
}
