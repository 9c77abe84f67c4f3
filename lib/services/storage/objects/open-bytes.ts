import type { Readable } from "node:stream";
import { type BucketAddress, openForReading } from "../access";
import type { StorageContext } from "../context";
import { requireKey } from "../names/key";
import { findObject } from "./find";

/** Returns the bytes of an object to a caller who may read it. Throws `object_not_found`. */
export async function openBytes(
  ctx: StorageContext,
  { key, ...at }: BucketAddress & { key: string },
): Promise<Readable> {
  const bucket = await openForReading(ctx, at, "read", requireKey(key));
  const { version } = await findObject(ctx, bucket.id, key);
  return ctx.objects.read(version.bytesId);
}
