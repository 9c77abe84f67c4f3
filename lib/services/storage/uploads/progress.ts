import { stat } from "node:fs/promises";
import type { StorageContext } from "../context";
import { type FoundUpload, findUpload } from "./find";

/** Returns an upload and how many of its bytes have arrived for good. Throws `upload_not_found`. */
export async function showProgress(
  ctx: StorageContext,
  uploadId: string,
): Promise<{ upload: FoundUpload; offset: number }> {
  const upload = await findUpload(ctx, uploadId);
  const size = Number(upload.size);
  if (upload.finishedAt !== null) return { upload, offset: size };
  const staged = await stat(await ctx.objects.stagedFile(uploadId)).catch(() => null);
  if (staged) return { upload, offset: staged.size };
  // The process ended after the bytes were adopted, and before the object was written.
  return { upload, offset: (await ctx.objects.has(upload.versionId)) ? size : 0 };
}
