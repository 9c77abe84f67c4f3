import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { objectNotFound } from "@/lib/core/not-found";
import { type BucketAddress, openForWriting } from "../access";
import { requireKey } from "../names/key";
import { lockStorage, settleBytes } from "../quota";
import { type IfMatch, isMatched } from "./if-match";
import { lockObject, preconditionFailed, releaseVersion } from "./point";

/**
 * Deletes an object, which nobody can read any more; with `ifMatch`, only one that it names. Throws
 * `object_not_found`, also for a repetition, and `precondition_failed`.
 */
export async function deleteObject(
  ctx: Context,
  { key, ifMatch = null, ...at }: BucketAddress & { key: string; ifMatch?: IfMatch },
): Promise<{ deleted: true; key: string }> {
  requireKey(key);
  const { bucket } = await openForWriting(ctx, at, key, "delete");
  const { id: bucketId, projectId, name, project } = bucket;
  return withTransaction(ctx, async (tx) => {
    await lockStorage(tx, projectId);
    const before = await lockObject(tx, bucketId, key);
    if (!before) throw objectNotFound();
    if (!isMatched(ifMatch, before)) throw preconditionFailed(true);
    await tx.db.storedObject.delete({ where: { bucketId_key: { bucketId, key } }, select: { key: true } });
    await releaseVersion(tx, before.versionId, "deleted");
    await settleBytes(tx, projectId, { used: -before.size, objects: -1 });
    const { organisationId } = project;
    const data = { projectId, bucket: name, key, count: 1 };
    await recordAudit(tx, { organisationId, action: "object.delete", targetId: bucketId, data });
    return { deleted: true, key };
  });
}
