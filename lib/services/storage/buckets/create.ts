import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { planLimits } from "@/lib/core/plans";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { WRITE_STORAGE } from "../access";
import { BucketName } from "../names/bucket-name";
import { takePublicName } from "./public-name";
import { type Bucket, NEW_BUCKET_FIELDS, toBucket } from "./resource";

export const CreateBucketInput = z
  .strictObject({
    name: BucketName,
    ...NEW_BUCKET_FIELDS,
  })
  .meta({ example: { name: "avatars" } });
export type CreateBucketInput = z.input<typeof CreateBucketInput>;

/** Throws `name_taken` within the project, `limit_reached`. */
export async function createBucket(ctx: Context, input: CreateBucketInput & { projectId: string }): Promise<Bucket> {
  const { projectId, ...fields } = input;
  const { organisationId } = await requireActiveProject(ctx, projectId, WRITE_STORAGE);
  const { public: isPublic, ...given } = CreateBucketInput.parse(fields);
  const values = { ...given, transforms: given.transforms ?? (isPublic ? "presets" : "off") };
  try {
    return await withTransaction(ctx, async (tx) => {
      await lockProjectForChange(tx, organisationId, projectId);
      await requireRoom(tx, projectId);
      const id = createId("bucket", tx.random);
      const now = tx.clock.now();
      await tx.db.bucket.create({ data: { id, projectId, ...values, isPublic, createdAt: now, updatedAt: now } });
      if (isPublic) await takePublicName(tx, { id, name: values.name });
      const data = { projectId, name: values.name, public: isPublic };
      await recordAudit(tx, { organisationId, action: "bucket.create", targetId: id, data });
      return toBucket(await tx.db.bucket.findUniqueOrThrow({ where: { id } }));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? bucketNameTaken(values.name) : error;
  }
}

/** The caller holds the project's lock. */
async function requireRoom(tx: Context, projectId: string): Promise<void> {
  const { tier } = await tx.db.project.findUniqueOrThrow({ where: { id: projectId }, select: { tier: true } });
  const limit = planLimits(tier).buckets;
  if ((await tx.db.bucket.count({ where: { projectId } })) < limit) return;
  throw new ServiceError("limit_reached", `The plan allows ${limit} buckets per project. Delete one first.`);
}

export function bucketNameTaken(name: string): ServiceError {
  return new ServiceError("name_taken", `The project has a bucket named "${name}" already.`);
}
