import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { bucketNotFound } from "@/lib/core/not-found";
import { type BucketAddress, getBucketByOwner, WRITE_STORAGE } from "../access";
import { BucketName } from "../names/bucket-name";
import { bucketNameTaken } from "./create";
import { takePublicName } from "./public-name";
import { BUCKET_FIELDS, type Bucket, toBucket } from "./resource";

export const UpdateBucketInput = z
  .strictObject({ name: BucketName, ...BUCKET_FIELDS })
  .partial()
  .refine((input) => Object.values(input).some((value) => value !== undefined), { message: "must have a field" })
  .meta({ example: { public: true } });
type UpdateBucketInput = z.infer<typeof UpdateBucketInput>;

/**
 * Changes the given settings. A bucket that is made private loses its public name. Throws `bucket_not_found`,
 * `name_taken`.
 */
export async function updateBucket(ctx: Context, input: BucketAddress & UpdateBucketInput): Promise<Bucket> {
  const { projectId, bucket, ...fields } = input;
  const { id, project } = await getBucketByOwner(ctx, { projectId, bucket }, WRITE_STORAGE);
  const { public: isPublic, ...given } = fields;
  const data = Object.fromEntries(Object.entries({ ...given, isPublic }).filter(([, value]) => value !== undefined));
  try {
    return await withTransaction(ctx, async (tx) => {
      const { count } = await tx.db.bucket.updateMany({ where: { id }, data: { ...data, updatedAt: tx.clock.now() } });
      if (count === 0) throw bucketNotFound();
      const row = await tx.db.bucket.findUniqueOrThrow({ where: { id } });
      if (!row.isPublic || row.publicName !== row.name) {
        await tx.db.bucket.update({ where: { id }, data: { publicName: null }, select: { id: true } });
        if (row.isPublic) await takePublicName(tx, row);
      }
      const changed = { projectId, name: row.name, public: row.isPublic, fields: Object.keys(fields).sort() };
      const { organisationId } = project;
      await recordAudit(tx, { organisationId, action: "bucket.update", targetId: id, data: changed });
      return toBucket(await tx.db.bucket.findUniqueOrThrow({ where: { id } }));
    });
  } catch (error) {
    throw isUniqueViolation(error) && fields.name !== undefined ? bucketNameTaken(fields.name) : error;
  }
}
