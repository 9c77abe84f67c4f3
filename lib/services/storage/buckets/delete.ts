import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { bucketNotFound } from "@/lib/core/not-found";
import { type BucketAddress, getBucketByOwner, WRITE_STORAGE } from "../access";

/** Deletes an empty bucket. Throws `bucket_not_found`, `conflict` while it has objects or uploads. */
export async function deleteBucket(ctx: Context, at: BucketAddress): Promise<{ deleted: true; id: string }> {
  const { id, name, project } = await getBucketByOwner(ctx, at, WRITE_STORAGE);
  return withTransaction(ctx, async (tx) => {
    // A new object refers to the bucket, and so waits until the row is gone, or is counted here.
    const locked = await tx.db.$queryRaw<unknown[]>`select 1 from bucket where id = ${id} for update`;
    if (locked.length === 0) throw bucketNotFound();
    const where = { bucketId: id };
    const [object, upload] = [
      await tx.db.storedObject.findFirst({ where }),
      await tx.db.objectUpload.findFirst({ where: { ...where, finishedAt: null } }),
    ];
    if (object) throw new ServiceError("conflict", "The bucket has objects. Delete them first.");
    if (upload) throw new ServiceError("conflict", "Something is being uploaded to the bucket. End the upload first.");
    await tx.db.bucket.delete({ where: { id }, select: { id: true } });
    const data = { projectId: at.projectId, name };
    await recordAudit(tx, { organisationId: project.organisationId, action: "bucket.delete", targetId: id, data });
    return { deleted: true, id };
  });
}
