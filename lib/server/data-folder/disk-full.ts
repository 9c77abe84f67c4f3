import { existsSync } from "node:fs";
import { byteText } from "@/lib/core/byte-text";
import { OperatorError } from "@/lib/core/operator-error";
import { fileSystemOf, fullestOf } from "./file-system";

export type Places = readonly [string, ...string[]];

/** A file system is full. The message names which, how large it is and how much of it is free. */
export class DiskFullError extends OperatorError {}

/** Returns a `DiskFullError` for a full disk, and any other error unchanged. */
export function explainDiskFull(error: unknown, ...places: Places): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return diskFullError(places, error);
}

/** Names the one of the places whose file system has the fewest bytes free. */
export function diskFullError(places: Places, cause?: unknown): DiskFullError {
  return new DiskFullError(`${describeFullDisk(places)} and start again.`, { cause });
}

/** Returns which file system is full and what to do about it, as a sentence without its full stop. */
export function describeFullDisk(places: Places): string {
  const place = fullestOf(places);
  const { mountPoint, freeBytes, totalBytes } = fileSystemOf(place);
  const figures = `${byteText(freeBytes)} of ${byteText(totalBytes)} free`;
  if (!existsSync(imageOf(mountPoint))) return `The disk that holds ${place} is full (${figures}): free some space`;
  return `The volume ${mountPoint} is full (${figures}): enlarge it with \`npm run coppice -- volume grow --size …\``;
}

/** Returns the file that holds the file system of a volume, given the folder it is mounted on. */
export function imageOf(mountPoint: string): string {
  return `${mountPoint}.xfs`;
}
