import { z } from "zod";
import { addSeconds } from "@/lib/core/add-seconds";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { type BucketAddress, getBucketByOwner, type OpenBucket, WRITE_STORAGE } from "../access";
import { KeyPrefix, ObjectKey } from "../names/key";
import { lockStorage, settleBytes } from "../quota";
import { prefixRange } from "./key-order";
import { KEEP_REPLACED_SECONDS } from "./point";

export const MAX_KEYS = 1_000;
/** No statement holds its locks for long. */
const BATCH = 1_000;
/** The caller repeats a deletion that takes longer. */
const PATIENCE_MILLISECONDS = 15_000;

export const DeleteObjectsInput = z
  .strictObject({
    keys: z.array(ObjectKey).min(1).max(MAX_KEYS).optional(),
    prefix: KeyPrefix.optional().meta({
      description: "Everything below it.",
      example: "tmp/",
    }),
    all: z.literal(true).optional().meta({ description: "The whole bucket.", example: true }),
  })
  .refine(isOneChoice, "must have keys, a prefix, or all: true for the whole bucket")
  .meta({ example: { prefix: "tmp/" } });

export const DeletedObjects = z
  .object({
    deleted: z.int().meta({ description: "How many there were." }),
    done: z.boolean().meta({ description: "Whether nothing is left. Otherwise send the request again." }),
  })
  .meta({ id: "DeletedObjects" });

/** Callers send an empty prefix by mistake, so it chooses nothing. */
function isOneChoice({ keys, prefix, all }: { keys?: unknown; prefix?: string | undefined; all?: true | undefined }) {
  return [keys !== undefined, prefix !== undefined && prefix !== "", all === true].filter(Boolean).length === 1;
}

/** Deletes the objects that there are, a thousand at a time, and says whether any is left. */
export async function deleteObjects(
  ctx: Context,
  { keys, prefix, all, ...at }: BucketAddress & z.output<typeof DeleteObjectsInput>,
): Promise<z.infer<typeof DeletedObjects>> {
  const bucket = await getBucketByOwner(ctx, at, WRITE_STORAGE);
  if (keys !== undefined)
    return { deleted: await deleteBatch(ctx, bucket, Prisma.sql`key = any (${keys}::text[])`, null), done: true };
  if (!isOneChoice({ prefix, all })) throw new ServiceError("invalid_request", "Name keys, a prefix, or all: true.");
  const range = prefixRange(prefix ?? "");
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  let deleted = 0;
  while (performance.now() < deadline) {
    const count = await deleteBatch(ctx, bucket, range, prefix ?? "");
    deleted += count;
    if (count < BATCH) return { deleted, done: true };
  }
  return { deleted, done: false };
}

function deleteBatch(ctx: Context, bucket: OpenBucket, which: Prisma.Sql, prefix: string | null): Promise<number> {
  const { id: bucketId, projectId, name } = bucket;
  return withTransaction(ctx, async (tx) => {
    await lockStorage(tx, projectId);
    const gone = await tx.db.$queryRaw<{ versionId: string }[]>`
      with chosen as (
        select key from object where bucket_id = ${bucketId} and ${which} order by key limit ${BATCH} for update
      )
      delete from object o using chosen c where o.bucket_id = ${bucketId} and o.key = c.key
      returning o.version_id as "versionId"`;
    const count = gone.length;
    if (count === 0) return 0;
    const versionIds = gone.map(({ versionId }) => versionId);
    const deleteAt = addSeconds(tx.clock.now(), KEEP_REPLACED_SECONDS);
    // One statement would look for the versions that were there before it waited for a lock.
    const [released] = await tx.db.$queryRaw<{ size: bigint }[]>`
      with released as (
        update object_version set status = 'deleted', delete_at = ${deleteAt}
        where id = any (${versionIds}::text[]) returning size
      )
      select sum(size)::bigint as size from released`;
    await settleBytes(tx, projectId, { used: -(released?.size ?? 0n), objects: -count });
    const { organisationId } = bucket.project;
    const data = { projectId, bucket: name, count, ...(prefix !== null && { prefix }) };
    await recordAudit(tx, { organisationId, action: "object.delete", targetId: bucketId, data });
    return count;
  });
}
