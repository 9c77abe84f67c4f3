import { z } from "zod";
import { addSeconds } from "@/lib/core/add-seconds";
import { type BucketAddress, openForReading } from "../access";
import type { StorageContext } from "../context";
import { requireKey } from "../names/key";
import { findObject } from "../objects/find";
import { type StoredObject, toStoredObject } from "../objects/resource";
import { linkTo } from "./address";
import { fileNameOf } from "./sign";

const LINK_SECONDS = 300;

export const ReadObjectQuery = z.strictObject({
  view: z.enum(["bytes", "metadata"]).default("bytes").meta({
    description: "`bytes` leads to the object's bytes, `metadata` is the description of it.",
    example: "metadata",
  }),
});

/** Leads a caller who may read an object to its bytes, or returns its metadata. Throws `object_not_found`. */
export async function readObject(
  ctx: StorageContext,
  { key, view, ...at }: BucketAddress & { key: string } & z.output<typeof ReadObjectQuery>,
): Promise<StoredObject | Response> {
  requireKey(key);
  const bucket = await openForReading(ctx, at, "read", key);
  const row = await findObject(ctx, bucket.id, key);
  if (view === "metadata") return toStoredObject(ctx.baseUrl, bucket, row);
  const expiresAt = addSeconds(ctx.clock.now(), LINK_SECONDS);
  const target = { versionId: row.version.id, fileName: fileNameOf(key) };
  return new Response(null, { status: 302, headers: { Location: linkTo(ctx, target, { expiresAt }) } });
}
