import { writeFile } from "node:fs/promises";
import { ServiceError } from "@/lib/core/errors";
import type { HeaderReader } from "@/lib/core/header-reader";
import { type BucketAddress, openForWriting } from "../access";
import { contentEncodingIn } from "../bytes/content-encoding";
import { sha256In } from "../bytes/digest";
import type { StorageContext } from "../context";
import { requireKey } from "../names/key";
import { type IfMatch, ifMatchIn } from "../objects/if-match";
import { ContentType, type StoredObject } from "../objects/resource";
import { beginUpload } from "./begin";
import { finishUpload } from "./finish";

/** Larger objects are uploaded in parts that can be resumed. */
export const PUT_BYTES = 6 * 1024 ** 2;

/** The bytes are there already, so the rest takes moments. */
const LIFETIME_SECONDS = 600;

interface PutObjectInput extends BucketAddress {
  key: string;
  rawBody: Uint8Array;
  headers: HeaderReader;
}

/**
 * Stores an object from the body of one request, all of it or nothing. Throws `invalid_key`, `limit_reached`,
 * `type_not_allowed`, `checksum_mismatch`, `precondition_failed`.
 */
export async function putObject(
  ctx: StorageContext,
  { key, rawBody, headers, ...at }: PutObjectInput,
): Promise<{ object: StoredObject; isNew: boolean }> {
  requireKey(key);
  const conditions = conditionsOf(headers);
  const opened = await openForWriting(ctx, at, key, "put");
  const facts = {
    ...{ key, size: rawBody.byteLength, metadata: {}, isNewOnly: conditions.isNewOnly },
    contentType: contentTypeOf(headers),
    contentEncoding: contentEncodingIn(headers),
    sha256: sha256In(headers),
  };
  const upload = await beginUpload(ctx, opened, facts, LIFETIME_SECONDS);
  await writeFile(await ctx.objects.stagedFile(upload.id), rawBody, { mode: 0o600 });
  ctx.crashPoint("put.staged");
  return finishUpload(ctx, upload.id, conditions);
}

function conditionsOf(headers: HeaderReader): { isNewOnly: boolean; ifMatch: IfMatch } {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null && ifNoneMatch.trim() !== "*") {
    throw new ServiceError("invalid_request", "If-None-Match must be * here.");
  }
  return { isNewOnly: ifNoneMatch !== null, ifMatch: ifMatchIn(headers) };
}

function contentTypeOf(headers: HeaderReader): string | null {
  const given = headers.get("content-type");
  if (given === null || ContentType.safeParse(given).success) return given;
  throw new ServiceError("invalid_request", "Content-Type must be a media type.");
}
