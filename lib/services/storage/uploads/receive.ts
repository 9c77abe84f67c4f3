import { createWriteStream } from "node:fs";
import { stat, truncate } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ServiceError } from "@/lib/core/errors";
import { continueInspection } from "../bytes/running-inspection";
import type { StorageContext } from "../context";
import { findUpload } from "./find";
import { checkPart, type PartChecksum } from "./part-checksum";

/** A project that is suspended takes no more bytes after this time. */
const RECHECK_MILLISECONDS = 3_000;

export interface Part {
  /** The number of bytes that have arrived before. */
  offset: number;
  /** The number of bytes that may still come. */
  maxBytes: number;
  /** Nothing is kept of a part that has another. */
  checksum: PartChecksum | null;
}

/**
 * Takes bytes behind those that have arrived, and returns how many there are then, also when the sender goes away in
 * their midst. The caller lets nobody else send at the same time. Throws `body_too_large`, `part_mismatch`.
 */
export async function receiveBytes(
  ctx: StorageContext,
  uploadId: string,
  source: Readable,
  { offset, maxBytes, checksum }: Part,
): Promise<number> {
  const file = await ctx.objects.stagedFile(uploadId);
  const inspection = continueInspection(uploadId, offset === 0 ? null : await stat(file));
  const target = createWriteStream(file, { flags: offset === 0 ? "w" : "r+", start: offset, mode: 0o600 });
  const recheck = setInterval(() => {
    findUpload(ctx, uploadId).catch((error: Error) => source.destroy(error));
  }, RECHECK_MILLISECONDS);
  const checks = [limitTo(maxBytes), checksum && checkPart(checksum), inspection?.observe()];
  try {
    await pipeline([source, ...checks.filter((each) => each != null), target]);
  } catch (error) {
    if (checksum) await truncate(file, offset);
    if (error instanceof ServiceError || isOfFile(error)) throw error;
  } finally {
    clearInterval(recheck);
  }
  const written = await stat(file);
  inspection?.wrote(written);
  return written.size;
}

function limitTo(maxBytes: number): Transform {
  let left = maxBytes;
  return new Transform({
    transform(chunk: Buffer, _, callback) {
      left -= chunk.byteLength;
      if (left >= 0) return callback(null, chunk);
      callback(new ServiceError("body_too_large", `The upload has room for ${maxBytes} more bytes.`));
    },
  });
}

/** A disk that is full is told; a sender that goes away is no failure. */
function isOfFile(error: unknown): boolean {
  return ["open", "write"].includes((error as NodeJS.ErrnoException).syscall ?? "");
}

/** Forgets the bytes that have arrived, for a sender that begins anew. */
export async function restartUpload(ctx: StorageContext, uploadId: string): Promise<void> {
  await truncate(await ctx.objects.stagedFile(uploadId)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
