import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { type BucketAddress, getBucketByOwner, READ_STORAGE } from "../access";
import { OpenUpload, toOpenUpload } from "./resource";

const MAX_LIMIT = 1_000;

export const ListUploadsInput = z.strictObject({
  cursor: z.string().max(4_096).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(100),
});

export const UploadPage = z
  .object({
    items: z.array(OpenUpload),
    nextCursor: z.string().nullable().meta({ description: "`cursor` of the next page.", example: null }),
  })
  .meta({ id: "UploadPage" });

/** Returns a page of the uploads to a bucket that have not ended, newest first. */
export async function listUploads(
  ctx: Context,
  { cursor, limit, ...at }: BucketAddress & z.output<typeof ListUploadsInput>,
): Promise<Page<OpenUpload>> {
  const { id: bucketId } = await getBucketByOwner(ctx, at, READ_STORAGE);
  const list = ["uploads", bucketId];
  const rows = await ctx.db.objectUpload.findMany({
    where: { AND: [{ bucketId, finishedAt: null }, afterCursor(readCursor(ctx, list, cursor))] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(ctx, list, rows, limit, toOpenUpload);
}
