import { stat } from "node:fs/promises";
import type { StorageContext } from "../context";
import { type FoundUpload, findUpload } from "./find";
import { finishUpload } from "./finish";

interface Progress {
  upload: FoundUpload;
  /** The number of bytes that have arrived for good. */
  offset: number;
}

/**
 * Returns how far an upload is, and makes its object where all bytes have arrived and the process ended before it was
 * made. Throws `upload_not_found`.
 */
export async function settleProgress(ctx: StorageContext, uploadId: string): Promise<Progress> {
  const progress = await readProgress(ctx, uploadId);
  const { upload, offset } = progress;
  if (offset === Number(upload.size) && upload.finishedAt === null) await finishUpload(ctx, uploadId);
  return progress;
}

async function readProgress(ctx: StorageContext, uploadId: string): Promise<Progress> {
  const upload = await findUpload(ctx, uploadId);
  const size = Number(upload.size);
  if (upload.finishedAt !== null) return { upload, offset: size };
  const staged = await stat(await ctx.objects.stagedFile(uploadId)).catch(() => null);
  if (staged) return { upload, offset: staged.size };
  // The process ended after the bytes were adopted, and before the object was written.
  return { upload, offset: (await ctx.objects.has(upload.versionId)) ? size : 0 };
}
