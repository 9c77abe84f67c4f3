import { addSeconds } from "@/lib/core/add-seconds";
import { byteText } from "@/lib/core/byte-text";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { planLimits } from "@/lib/core/plans";
import type { WritableBucket } from "../access";
import type { ContentEncoding } from "../bytes/content-encoding";
import { requireAllowedType } from "../bytes/media-type";
import { reserveBytes } from "../quota";

export interface UploadFacts {
  key: string;
  size: number;
  /** `null` leaves it to the bytes. */
  contentType: string | null;
  /** The coding that the bytes are in. */
  contentEncoding?: ContentEncoding | null;
  metadata: Record<string, string>;
  sha256: Uint8Array<ArrayBuffer> | null;
  isNewOnly: boolean;
  /** The metadata of tus as it was sent, which `HEAD` repeats. */
  tusMetadata?: string | null;
}

/**
 * Takes room for bytes that are to come, in a bucket that the caller has opened. A declared type that the bucket never
 * takes is refused before the bytes are sent. Throws `body_too_large`, `type_not_allowed`, `limit_reached`.
 */
export async function beginUpload(
  ctx: Context,
  { bucket, maxBytes, isNewOnly }: WritableBucket,
  facts: UploadFacts,
  lifetimeSeconds: number,
) {
  requireSize(bucket, maxBytes, facts.size);
  if (facts.contentType !== null) requireAllowedType(bucket.allowedTypes, facts.contentType);
  return withTransaction(ctx, async (tx) => {
    await reserveBytes(tx, bucket.projectId, facts.size);
    const now = tx.clock.now();
    return tx.db.objectUpload.create({
      data: {
        id: createId("upload", tx.random),
        versionId: createId("objectVersion", tx.random),
        bucketId: bucket.id,
        ...facts,
        contentType: facts.contentType ?? "",
        isNewOnly: facts.isNewOnly || isNewOnly,
        createdByKind: tx.actor.kind,
        createdById: tx.actor.id,
        createdAt: now,
        expiresAt: addSeconds(now, lifetimeSeconds),
      },
    });
  });
}

/** The smallest limit of the plan, the bucket and the rule holds. */
export function largestObject({ project, maxObjectBytes }: WritableBucket["bucket"], ruleBytes: number | null): number {
  const ofPlan = planLimits(project.tier).objectBytes;
  const ofBucket = maxObjectBytes === null ? ofPlan : Number(maxObjectBytes);
  return Math.min(ofPlan, ofBucket, ruleBytes ?? ofPlan);
}

function requireSize(bucket: WritableBucket["bucket"], ruleBytes: number | null, size: number): void {
  const limit = largestObject(bucket, ruleBytes);
  if (size <= limit) return;
  throw new ServiceError("body_too_large", `Objects here can have at most ${byteText(limit)}.`);
}
