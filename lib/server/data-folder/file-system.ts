import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

export interface FileSystem {
  mountPoint: string;
  device: number;
  totalBytes: number;
  /** The bytes that a process without root's privileges can still take. */
  freeBytes: number;
}

/** Returns the file system of a path; of the nearest folder that exists where the path does not. */
export function fileSystemOf(path: string): FileSystem {
  let mountPoint = resolve(path);
  while (!existsSync(mountPoint)) mountPoint = dirname(mountPoint);
  const device = statSync(mountPoint).dev;
  for (let parent = dirname(mountPoint); parent !== mountPoint; parent = dirname(mountPoint)) {
    if (statSync(parent).dev !== device) break;
    mountPoint = parent;
  }
  const { bavail, blocks, bsize } = statfsSync(mountPoint);
  return { mountPoint, device, totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** Returns the path of those whose file system has the fewest bytes free; the first of those that are equal. */
export function fullestOf(paths: readonly [string, ...string[]]): string {
  const freeBytes = (path: string) => fileSystemOf(path).freeBytes;
  return paths.reduce((fullest, path) => (freeBytes(path) < freeBytes(fullest) ? path : fullest));
}
