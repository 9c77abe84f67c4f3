import type { StorageContext } from "../context";
import { endUpload } from "./end";

const BATCH = 500;

/** Gives up the uploads that nobody finished in time, and forgets those that were. */
export async function sweepUploads(ctx: StorageContext): Promise<void> {
  const isDue = { expiresAt: { lte: ctx.clock.now() } };
  await ctx.db.objectUpload.deleteMany({ where: { ...isDue, finishedAt: { not: null } } });
  const due = await ctx.db.objectUpload.findMany({
    where: { ...isDue, finishedAt: null },
    select: { id: true },
    take: BATCH,
  });
  for (const { id } of due) await endUpload(ctx, id);
}
