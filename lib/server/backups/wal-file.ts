import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@/lib/core/error-code";
import { SEGMENT_BYTES, segmentFile } from "./lsn";

/** A part of a cluster's WAL, within one segment. */
export interface WalRange {
  timeline: number;
  start: bigint;
  end: bigint;
}

/** Reads WAL from the file of its segment; `null` if that is gone. */
export async function readWalFile(dataDirectory: string, { timeline, start, end }: WalRange): Promise<Buffer | null> {
  const path = join(dataDirectory, "pg_wal", segmentFile(timeline, start));
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const bytes = Buffer.alloc(Number(end - start));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, Number(start % SEGMENT_BYTES));
    if (bytesRead !== bytes.length) throw new Error(`a WAL segment is shorter than its server says (${path})`);
    return bytes;
  } finally {
    await handle.close();
  }
}
