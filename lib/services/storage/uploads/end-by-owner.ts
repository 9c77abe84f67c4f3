import { recordAudit } from "@/lib/core/audit/record";
import { uploadNotFound } from "@/lib/core/not-found";
import { type BucketAddress, getBucketByOwner, WRITE_STORAGE } from "../access";
import type { StorageContext } from "../context";
import { endUpload } from "./end";

/**
 * Gives up an upload to a bucket for its owner, of any uploader. Throws `upload_not_found`, also for one that has
 * ended.
 */
export async function endUploadByOwner(
  ctx: StorageContext,
  { uploadId, ...at }: BucketAddress & { uploadId: string },
): Promise<{ ended: true; id: string }> {
  const { id: bucketId, name, projectId, project } = await getBucketByOwner(ctx, at, WRITE_STORAGE);
  const open = { id: uploadId, bucketId, finishedAt: null };
  const found = await ctx.db.objectUpload.findFirst({ where: open, select: { key: true } });
  if (!found) throw uploadNotFound();
  const data = { projectId, bucket: name, key: found.key };
  const { organisationId } = project;
  const isEnded = await endUpload(ctx, uploadId, (tx) =>
    recordAudit(tx, { organisationId, action: "upload.end", targetId: bucketId, data }),
  );
  if (!isEnded) throw uploadNotFound();
  return { ended: true, id: uploadId };
}
