import { withTransaction } from "@/lib/core/db/transaction";
import type { StorageContext } from "../context";
import { ownsStore } from "./ownership";

const BATCH = 500;

/**
 * Deletes the bytes of versions that were replaced or deleted a while ago, unless a copy still has them or the project
 * is held. With a store of another installation they stay due.
 */
export async function sweepVersions(ctx: StorageContext): Promise<void> {
  if (!(await ownsStore(ctx))) return;
  const due = await ctx.db.objectVersion.findMany({
    where: { deleteAt: { lte: ctx.clock.now() }, project: { heldAt: null } },
    select: { id: true, bytesId: true },
    take: BATCH,
  });
  for (const version of due) {
    // Bytes without a row are found by the reconciler if the process ends here; a row without bytes never is.
    if (await forget(ctx, version)) await ctx.objects.remove(version.bytesId);
  }
}

/** Deletes a version's row, and returns whether nothing else has its bytes. */
function forget(ctx: StorageContext, { id, bytesId }: { id: string; bytesId: string }): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    await tx.db.$queryRaw`select 1 from object_version where bytes_id = ${bytesId} order by id for update`;
    await tx.db.objectVersion.deleteMany({ where: { id } });
    return (await tx.db.objectVersion.count({ where: { bytesId } })) === 0;
  });
}
