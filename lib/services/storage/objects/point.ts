import { addSeconds } from "@/lib/core/add-seconds";
import { type AuditEntry, recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { OpenBucket } from "../access";
import { lockStorage, settleBytes } from "../quota";
import { type IfMatch, isMatched } from "./if-match";

/** Readers that began before a change may go on for this long. */
export const KEEP_REPLACED_SECONDS = 900;

interface NewVersion {
  id: string;
  bytesId: string;
  size: bigint;
  sha256: Uint8Array<ArrayBuffer>;
  contentType: string;
  contentEncoding: string | null;
  isUtf8: boolean;
}

export interface Pointing {
  key: string;
  metadata: Record<string, string>;
  /** The key must have no object. */
  isNewOnly: boolean;
  ifMatch: IfMatch;
}

/**
 * Lets a key stand for a new version, in the caller's transaction, and leaves the version before to be swept. Of
 * several that do so at once each sees the state that the one before left. Throws `precondition_failed`.
 */
export async function pointObject(
  tx: Context,
  bucket: OpenBucket,
  version: NewVersion,
  { key, metadata, isNewOnly, ifMatch }: Pointing,
  action: AuditEntry["action"],
): Promise<{ isNew: boolean }> {
  const { id: bucketId, projectId } = bucket;
  const now = tx.clock.now();
  await lockStorage(tx, projectId);
  await tx.db.objectVersion.create({ data: { ...version, projectId, createdAt: now }, select: { id: true } });
  const values = { versionId: version.id, metadata, updatedAt: now };
  const before = await lockObject(tx, bucketId, key);
  if ((before && isNewOnly) || !isMatched(ifMatch, before)) throw preconditionFailed(before !== null);
  if (before) {
    await tx.db.storedObject.update({
      where: { bucketId_key: { bucketId, key } },
      data: values,
      select: { key: true },
    });
    await releaseVersion(tx, before.versionId, "replaced");
  } else {
    const data = { bucketId, key, ...values, createdAt: now };
    await tx.db.storedObject.create({ data, select: { key: true } });
  }
  const used = version.size - (before?.size ?? 0n);
  await settleBytes(tx, projectId, { used, objects: before ? 0 : 1 });
  const { organisationId } = bucket.project;
  const data = { projectId, bucket: bucket.name, key, size: Number(version.size) };
  await recordAudit(tx, { organisationId, action, targetId: bucketId, data });
  return { isNew: before === null };
}

interface Locked {
  versionId: string;
  size: bigint;
  sha256: Uint8Array;
  updatedAt: Date;
}

/** Returns the object that a key stands for, which nobody else changes until the transaction ends. */
export async function lockObject(tx: Context, bucketId: string, key: string): Promise<Locked | null> {
  const [object] = await tx.db.$queryRaw<{ versionId: string; updatedAt: Date }[]>`
    select version_id as "versionId", updated_at as "updatedAt" from object where bucket_id = ${bucketId} and key = ${key} for update`;
  if (!object) return null;
  // A join would look for the version that was there before the wait for the lock.
  const { versionId } = object;
  const select = { size: true, sha256: true };
  return { ...object, ...(await tx.db.objectVersion.findUniqueOrThrow({ where: { id: versionId }, select })) };
}

/** Leaves a version that no key stands for any more to be swept. A replaced one can be read until then. */
export async function releaseVersion(tx: Context, id: string, status: "replaced" | "deleted"): Promise<void> {
  const deleteAt = addSeconds(tx.clock.now(), KEEP_REPLACED_SECONDS);
  await tx.db.objectVersion.updateMany({ where: { id }, data: { status, deleteAt } });
}

export function preconditionFailed(exists: boolean): ServiceError {
  const message = exists ? "The key has another object already." : "The key has no object.";
  return new ServiceError("precondition_failed", message);
}
