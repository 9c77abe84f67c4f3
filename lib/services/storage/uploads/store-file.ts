import { copyFile, stat } from "node:fs/promises";
import { type BucketAddress, openForWriting } from "../access";
import type { StorageContext } from "../context";
import { requireKey } from "../names/key";
import type { StoredObject } from "../objects/resource";
import { beginUpload } from "./begin";
import { UPLOAD_SECONDS } from "./create";
import { endUpload } from "./end";
import { finishUpload } from "./finish";

interface StoreFileInput extends BucketAddress {
  key: string;
  /** A path on this machine. */
  file: string;
  /** `null` leaves it to the bytes. */
  contentType: string | null;
}

/** Stores a file of this machine as an object. Throws the errors of storing an object over HTTP. */
export async function storeFile(
  ctx: StorageContext,
  { key, file, contentType, ...at }: StoreFileInput,
): Promise<StoredObject> {
  const opened = await openForWriting(ctx, at, requireKey(key), "put");
  const { size } = await stat(file);
  const facts = { key, size, contentType, metadata: {}, sha256: null, isNewOnly: false };
  const { id } = await beginUpload(ctx, opened, facts, UPLOAD_SECONDS);
  try {
    await copyFile(file, await ctx.objects.stagedFile(id));
  } catch (error) {
    await endUpload(ctx, id);
    throw error;
  }
  return (await finishUpload(ctx, id)).object;
}
