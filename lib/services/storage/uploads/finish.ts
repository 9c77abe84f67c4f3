import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import type { Actor, Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { isFailureOfService } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { objectNotFound, uploadNotFound } from "@/lib/core/not-found";
import { type ContentEncoding, decodedSample } from "../bytes/content-encoding";
import { type Inspected, inspectBytes } from "../bytes/inspect";
import { requireAllowedType, settleMediaType } from "../bytes/media-type";
import { endInspection } from "../bytes/running-inspection";
import type { StorageContext } from "../context";
import { findObject } from "../objects/find";
import type { IfMatch } from "../objects/if-match";
import { type Pointing, pointObject } from "../objects/point";
import { type StoredObject, toStoredObject } from "../objects/resource";
import { settleBytes } from "../quota";
import { endUpload } from "./end";
import { type FoundUpload, findUpload } from "./find";

/**
 * Makes an object of an upload whose bytes have all arrived, on behalf of its uploader. After a crash at any step it
 * does the rest. An upload whose bytes are refused has ended. Throws `checksum_mismatch`, `type_not_allowed`,
 * `precondition_failed`.
 */
export async function finishUpload(
  ctx: StorageContext,
  uploadId: string,
  { ifMatch = null, sha256 = null }: { ifMatch?: IfMatch; sha256?: Uint8Array | null } = {},
): Promise<{ object: StoredObject; isNew: boolean }> {
  const upload = await findUpload(ctx, uploadId);
  if (upload.finishedAt !== null) return { object: await readBack(ctx, upload), isNew: false };
  try {
    const inspected = await inspect(ctx, upload);
    for (const hash of [upload.sha256, sha256]) requireHash(inspected, hash);
    const sample = await decodedSample(upload.contentEncoding as ContentEncoding | null, inspected.sample);
    const contentType = await settleMediaType(upload.contentType || null, upload.key, sample);
    requireAllowedType(upload.bucket.allowedTypes, contentType);
    await ctx.objects.adopt(await ctx.objects.stagedFile(uploadId), upload.versionId);
    ctx.crashPoint("upload.adopted");
    const actor = { kind: upload.createdByKind, id: upload.createdById } as Actor;
    const acting = { ...ctx, actor };
    return await withTransaction(acting, (tx) => commit(tx, upload, { inspected, contentType, ifMatch }));
  } catch (error) {
    if (error instanceof ServiceError && !isFailureOfService(error.code)) await endUpload(ctx, uploadId);
    throw error;
  }
}

async function inspect(ctx: StorageContext, upload: FoundUpload): Promise<Inspected> {
  const staged = await ctx.objects.stagedFile(upload.id);
  // No request brings the bytes of an empty object.
  if (upload.size === 0n && !(await ctx.objects.has(upload.versionId))) await writeFile(staged, "", { mode: 0o600 });
  const file = await stat(staged).catch(() => null);
  const known = file && endInspection(upload.id, file);
  const read = async () => (file ? createReadStream(staged) : ctx.objects.read(upload.versionId));
  const inspected = known ?? (await inspectBytes(await read()));
  if (inspected.size !== Number(upload.size)) {
    throw new ServiceError("invalid_request", `The upload has ${inspected.size} of ${upload.size} bytes.`);
  }
  return inspected;
}

function requireHash({ sha256 }: Inspected, announced: Uint8Array | null): void {
  if (announced === null || Buffer.from(announced).equals(sha256)) return;
  throw new ServiceError("checksum_mismatch", "The bytes don't have the SHA-256 hash that was announced.");
}

interface Finished {
  inspected: Inspected;
  contentType: string;
  ifMatch: IfMatch;
}

async function commit(tx: Context, upload: FoundUpload, { inspected, contentType, ifMatch }: Finished) {
  const { bucket, key, versionId, size, contentEncoding } = upload;
  const open = { id: upload.id, finishedAt: null };
  const { count } = await tx.db.objectUpload.updateMany({ where: open, data: { finishedAt: tx.clock.now() } });
  if (count === 0) throw uploadNotFound();
  const { sha256, isUtf8 } = inspected;
  const version = { id: versionId, bytesId: versionId, size, sha256, contentType, contentEncoding, isUtf8 };
  const pointing: Pointing = { key, metadata: upload.metadata, isNewOnly: upload.isNewOnly, ifMatch };
  const { isNew } = await pointObject(tx, bucket, version, pointing, "object.put");
  await settleBytes(tx, bucket.projectId, { reserved: -size });
  return { object: await readBack(tx, upload), isNew };
}

/** The sender is told of the object that the upload became, and of no later one. Throws `object_not_found`. */
async function readBack(ctx: Context, { bucket, key, versionId }: FoundUpload): Promise<StoredObject> {
  const row = await findObject(ctx, bucket.id, key);
  if (row.version.id !== versionId) throw objectNotFound();
  return toStoredObject(ctx.baseUrl, bucket, row);
}
