import { writeFile } from "node:fs/promises";
import { ServiceError } from "@/lib/core/errors";
import { type BucketAddress, openForWriting } from "../access";
import type { StorageContext } from "../context";
import { requireKey } from "../names/key";
import { ContentType, type StoredObject } from "../objects/resource";
import { beginUpload } from "./begin";
import { finishUpload } from "./finish";

/** Larger objects are uploaded in parts that can be resumed. */
export const PUT_BYTES = 6 * 1024 ** 2;

/** The bytes are there already, so what is left takes moments. */
const LIFETIME_SECONDS = 600;

interface PutObjectInput extends BucketAddress {
  key: string;
  rawBody: Uint8Array;
  headers: Headers;
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
    sha256: digestOf(headers),
  };
  const upload = await beginUpload(ctx, opened, facts, LIFETIME_SECONDS);
  await writeFile(await ctx.objects.stagedFile(upload.id), rawBody, { mode: 0o600 });
  ctx.crashPoint("put.staged");
  return finishUpload(ctx, upload.id, conditions);
}

/** RFC 9110 sections 13.1.1 and 13.1.2, for one entity tag. */
function conditionsOf(headers: Headers): { isNewOnly: boolean; ifMatch: string | null } {
  const ifNoneMatch = headers.get("if-none-match");
  const ifMatch = headers.get("if-match");
  if (ifNoneMatch !== null && ifNoneMatch.trim() !== "*") {
    throw new ServiceError("invalid_request", "If-None-Match must be * here.");
  }
  if (ifMatch !== null && !/^"[0-9a-f]{32}"$/.test(ifMatch.trim())) {
    throw new ServiceError("invalid_request", "If-Match must be one entity tag of an object.");
  }
  return { isNewOnly: ifNoneMatch !== null, ifMatch: ifMatch?.trim() ?? null };
}

function contentTypeOf(headers: Headers): string | null {
  const given = headers.get("content-type");
  if (given === null || ContentType.safeParse(given).success) return given;
  throw new ServiceError("invalid_request", "Content-Type must be a media type.");
}

/** Content-Digest (RFC 9530 section 2) or the older Digest (RFC 3230), with SHA-256. */
function digestOf(headers: Headers): Uint8Array<ArrayBuffer> | null {
  const given = headers.get("content-digest") ?? headers.get("digest");
  if (given === null) return null;
  const [, encoded = ""] = /(?:^|,)\s*sha-256=:?([A-Za-z0-9+/]{43}=):?\s*(?:,|$)/i.exec(given) ?? [];
  if (encoded !== "") return new Uint8Array(Buffer.from(encoded, "base64"));
  throw new ServiceError("invalid_request", "The digest must be sha-256 in base64.");
}
