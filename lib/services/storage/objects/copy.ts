import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { objectNotFound } from "@/lib/core/not-found";
import { type BucketAddress, getBucketByOwner, WRITE_STORAGE } from "../access";
import { ObjectKey } from "../names/key";
import { lockStorage, reserveBytes, settleBytes } from "../quota";
import { findObject } from "./find";
import { pointObject } from "./point";
import { type StoredObject, toStoredObject } from "./resource";

export const MoveObjectInput = z
  .strictObject({
    from: ObjectKey,
    to: ObjectKey.meta({
      form: {
        label: "New key",
        note: "With the folders it's in, such as invoices/2026/march.pdf",
        maxLength: 1_024,
        fault: "{reason}",
      },
    }),
    overwrite: z
      .boolean()
      .default(false)
      .meta({ form: { label: "Replace an object that has this key" } }),
  })
  .meta({ example: { from: "draft.pdf", to: "archive/draft.pdf" } });
export type MoveObjectInput = z.output<typeof MoveObjectInput>;

/** Gives a second key the same bytes, which count again. Throws `object_not_found`, `precondition_failed`, `limit_reached`. */
export async function copyObject(
  ctx: Context,
  { from, to, overwrite, ...at }: BucketAddress & MoveObjectInput,
): Promise<StoredObject> {
  requireOther(from, to);
  const bucket = await getBucketByOwner(ctx, at, WRITE_STORAGE);
  return withTransaction(ctx, async (tx) => {
    await lockStorage(tx, bucket.projectId);
    const source = await findObject(tx, bucket.id, from);
    const { bytesId, size, contentType, contentEncoding, isUtf8 } = source.version;
    // The sweep locks a version before it deletes its bytes, so they stay for as long as this transaction.
    const kept = await tx.db.$queryRaw<unknown[]>`
      select 1 from object_version where id = ${source.version.id} and status = 'ready' for share`;
    if (kept.length === 0) throw objectNotFound();
    await reserveBytes(tx, bucket.projectId, Number(size));
    await settleBytes(tx, bucket.projectId, { reserved: -size });
    const sha256 = new Uint8Array(source.version.sha256);
    const id = createId("objectVersion", tx.random);
    const version = { id, bytesId, size, sha256, contentType, contentEncoding, isUtf8 };
    const metadata = source.metadata as Record<string, string>;
    await pointObject(tx, bucket, version, { key: to, metadata, isNewOnly: !overwrite, ifMatch: null }, "object.copy");
    return toStoredObject(tx.baseUrl, bucket, await findObject(tx, bucket.id, to));
  });
}

export function requireOther(from: string, to: string): void {
  if (from === to) throw new ServiceError("invalid_request", "from and to must differ.");
}
