import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { removeBytes } from "../bytes/ownership";
import type { StorageContext } from "../context";
import { settleBytes } from "../quota";

/**
 * Gives up an upload: its room is free at once, and its bytes go. `record` is called in the same transaction. Returns false
 * where it has ended already.
 */
export async function endUpload(
  ctx: StorageContext,
  uploadId: string,
  record?: (tx: Context) => Promise<void>,
): Promise<boolean> {
  const ended = await withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.$queryRaw<{ size: bigint; projectId: string; versionId: string }[]>`
      delete from object_upload u using bucket b
      where u.id = ${uploadId} and u.finished_at is null and b.id = u.bucket_id
      returning u.size, b.project_id as "projectId", u.version_id as "versionId"`;
    if (row) await settleBytes(tx, row.projectId, { reserved: -row.size });
    if (row) await record?.(tx);
    return row;
  });
  if (!ended) return false;
  await ctx.objects.discardStaged(uploadId);
  await removeBytes(ctx, ended.versionId);
  return true;
}
