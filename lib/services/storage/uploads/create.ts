import { z } from "zod";
import { type BucketAddress, openForWriting } from "../access";
import { ContentEncoding } from "../bytes/content-encoding";
import type { StorageContext } from "../context";
import { BUCKET_REFERENCE } from "../names/bucket-name";
import { ObjectKey } from "../names/key";
import { preconditionFailed } from "../objects/point";
import { ContentType, ObjectMetadata } from "../objects/resource";
import { MAX_BYTES } from "../size";
import { beginUpload, largestObject } from "./begin";
import { uploadAddress } from "./token";

export const UPLOAD_SECONDS = 24 * 3_600;

export const CreateUploadInput = z
  .strictObject({
    bucket: z.string().regex(BUCKET_REFERENCE, "must be a bucket's ID or name").meta({ example: "videos" }),
    key: ObjectKey,
    size: z.int().min(0).max(MAX_BYTES).meta({ description: "Bytes.", example: 104_857_600 }),
    contentType: ContentType.optional(),
    contentEncoding: ContentEncoding.optional(),
    metadata: ObjectMetadata.default({}),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits")
      .optional()
      .meta({ description: "The hash that the bytes must have." }),
    ifNoneMatch: z.literal("*").optional().meta({ description: "Only where the key has no object." }),
  })
  .meta({ example: { bucket: "videos", key: "talk.mp4", size: 104_857_600, contentType: "video/mp4" } });

export const CreatedUpload = z
  .object({
    upload: z.object({
      id: z.string().meta({ example: "upl_4k9x2m7q1w8e5r3t6y0u" }),
      url: z.string().meta({
        description: "Where the bytes go, by tus 1.0.0 or in one PUT. It needs no key: give it only to the uploader.",
        example: "http://127.0.0.1:3001/uploads/upl_4k9x2m7q1w8e5r3t6y0u?t=…",
      }),
      protocol: z.literal("tus"),
      maxBytes: z.int().meta({ description: "The most that may be stored here." }),
      expiresAt: z.iso.datetime().meta({ example: "2026-01-02T12:00:00.000Z" }),
    }),
  })
  .meta({ id: "CreatedUpload" });

/**
 * Takes room for an object of any size, whose bytes follow in one or many requests within a day. Throws
 * `precondition_failed` before the first byte where the key is to be new and has an object.
 */
export async function createUpload(
  ctx: StorageContext,
  {
    projectId,
    bucket,
    ...input
  }: { projectId: string; tusMetadata?: string | null } & z.output<typeof CreateUploadInput>,
): Promise<z.infer<typeof CreatedUpload>> {
  const opened = await openForWriting(ctx, { projectId, bucket } satisfies BucketAddress, input.key, "put");
  const { key, size, metadata, contentType = null, contentEncoding, sha256, ifNoneMatch, tusMetadata = null } = input;
  if (ifNoneMatch === "*") await requireNoObject(ctx, opened.bucket.id, key);
  const hash = sha256 === undefined ? null : new Uint8Array(Buffer.from(sha256, "hex"));
  const facts = {
    ...{ key, size, metadata, contentType, contentEncoding: contentEncoding ?? null },
    ...{ sha256: hash, isNewOnly: ifNoneMatch === "*", tusMetadata },
  };
  const { id, expiresAt } = await beginUpload(ctx, opened, facts, UPLOAD_SECONDS);
  const maxBytes = largestObject(opened.bucket, opened.maxBytes);
  return {
    upload: { id, url: uploadAddress(ctx, id), protocol: "tus", maxBytes, expiresAt: expiresAt.toISOString() },
  };
}

async function requireNoObject(ctx: StorageContext, bucketId: string, key: string): Promise<void> {
  if ((await ctx.db.storedObject.count({ where: { bucketId, key } })) > 0) throw preconditionFailed(true);
}
