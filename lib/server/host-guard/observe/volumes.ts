import { realpathSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

const MIB = 1024 ** 2;

export interface Volume {
  purpose: "data" | "wal";
  path: string;
  freeBytes: number;
  totalBytes: number;
  /** Below this much free space the guard closes the database that writes most. */
  reserveBytes: number;
}

/** Returns the volumes that the cluster lies on: that of its data, and that of its WAL where it is another one. */
export function readVolumes(dataDirectory: string): Volume[] {
  const wal = realpathSync(join(dataDirectory, "pg_wal"));
  const isApart = statSync(wal).dev !== statSync(dataDirectory).dev;
  return [readVolume("data", dataDirectory), ...(isApart ? [readVolume("wal", wal)] : [])];
}

function readVolume(purpose: Volume["purpose"], path: string): Volume {
  const { bavail, blocks, bsize } = statfsSync(path);
  const totalBytes = blocks * bsize;
  return { purpose, path, freeBytes: bavail * bsize, totalBytes, reserveBytes: reserveOf(totalBytes) };
}

/** Writers can add half a gigabyte a second, and the guard needs a moment; a small volume keeps a fifth. */
export function reserveOf(totalBytes: number): number {
  return Math.min(1_024 * MIB, Math.max(0.05 * totalBytes, Math.min(512 * MIB, 0.2 * totalBytes)));
}
