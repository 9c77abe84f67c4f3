import type { Context } from "@/lib/core/context";
import { type BucketAddress, getBucketByOwner, READ_STORAGE } from "../access";
import { type Bucket, toBucket } from "./resource";

/** Throws `bucket_not_found`. */
export async function showBucket(ctx: Context, at: BucketAddress): Promise<Bucket> {
  return toBucket(await getBucketByOwner(ctx, at, READ_STORAGE));
}
