import { createWriteStream } from "node:fs";
import { stat, truncate } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ServiceError } from "@/lib/core/errors";
import { continueInspection } from "../bytes/running-inspection";
import type { StorageContext } from "../context";
import { findUpload } from "./find";

/** A project that is suspended takes no more bytes after this time. */
const RECHECK_MILLISECONDS = 3_000;

/**
 * Takes bytes behind those that have arrived, and returns how many there are then, also when the sender goes away in
 * their midst. The caller lets nobody else send at the same time.
 */
export async function receiveBytes(
  ctx: StorageContext,
  uploadId: string,
  source: Readable,
  offset: number,
): Promise<number> {
  const file = await ctx.objects.stagedFile(uploadId);
  const inspection = continueInspection(uploadId, offset === 0 ? null : await stat(file));
  const target = createWriteStream(file, { flags: offset === 0 ? "w" : "r+", start: offset, mode: 0o600 });
  const recheck = setInterval(() => {
    findUpload(ctx, uploadId).catch((error: Error) => source.destroy(error));
  }, RECHECK_MILLISECONDS);
  try {
    await (inspection ? pipeline(source, inspection.observe(), target) : pipeline(source, target));
  } catch (error) {
    if (error instanceof ServiceError || isOfFile(error)) throw error;
  } finally {
    clearInterval(recheck);
  }
  const written = await stat(file);
  inspection?.wrote(written);
  return written.size;
}

/** A disk that is full is told; a sender that goes away is no failure. */
function isOfFile(error: unknown): boolean {
  return ["open", "write"].includes((error as NodeJS.ErrnoException).syscall ?? "");
}

/** Forgets what has arrived, for a sender that begins anew. */
export async function restartUpload(ctx: StorageContext, uploadId: string): Promise<void> {
  await truncate(await ctx.objects.stagedFile(uploadId)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
