import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { objectNotFound } from "@/lib/core/not-found";
import { type BucketAddress, getBucketByOwner, WRITE_STORAGE } from "../access";
import { lockStorage, settleBytes } from "../quota";
import { type MoveObjectInput, requireOther } from "./copy";
import { findObject } from "./find";
import { lockObject, preconditionFailed, releaseVersion } from "./point";
import { type StoredObject, toStoredObject } from "./resource";

/** Gives an object another key. No bytes move. Throws `object_not_found`, `precondition_failed`. */
export async function moveObject(
  ctx: Context,
  { from, to, overwrite, ...at }: BucketAddress & MoveObjectInput,
): Promise<StoredObject> {
  requireOther(from, to);
  const bucket = await getBucketByOwner(ctx, at, WRITE_STORAGE);
  const { id: bucketId, projectId, project } = bucket;
  return withTransaction(ctx, async (tx) => {
    await lockStorage(tx, projectId);
    const [source, target] = [await lockObject(tx, bucketId, from), await lockObject(tx, bucketId, to)];
    if (!source) throw objectNotFound();
    if (target && !overwrite) throw preconditionFailed(true);
    if (target) {
      await tx.db.storedObject.delete({ where: { bucketId_key: { bucketId, key: to } }, select: { key: true } });
      await releaseVersion(tx, target.versionId, "replaced");
      await settleBytes(tx, projectId, { used: -target.size, objects: -1 });
    }
    const data = { key: to, updatedAt: tx.clock.now() };
    await tx.db.storedObject.update({ where: { bucketId_key: { bucketId, key: from } }, data, select: { key: true } });
    const { organisationId } = project;
    const facts = { projectId, bucket: bucket.name, from, to };
    await recordAudit(tx, { organisationId, action: "object.move", targetId: bucketId, data: facts });
    return toStoredObject(tx.baseUrl, bucket, await findObject(tx, bucketId, to));
  });
}
