import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { LONG_AGO, restorableSince } from "./restorable";

/** Users, events and objects are deleted in parts, so that no statement holds its locks for long. */
const BATCH = 2_000;

/** Deletes for good the projects deleted 30 days ago, with their users, events and objects. Held projects stay. */
export async function purgeDeletedProjects(ctx: Context): Promise<void> {
  const before = restorableSince(ctx);
  const due = await ctx.db.project.findMany({
    where: { deletedAt: { lte: before }, heldAt: null },
    select: { id: true },
  });
  for (const { id } of due) {
    try {
      await purge(ctx, id, before);
    } catch (error) {
      ctx.log.error({ err: error, projectId: id }, "a deleted project was not purged");
    }
  }
}

async function purge(ctx: Context, projectId: string, before: Date): Promise<void> {
  const isDue = { id: projectId, deletedAt: { lte: before }, heldAt: null };
  // A restoration at the same moment either comes first, and nothing is deleted, or no longer finds the project.
  const { count } = await ctx.db.project.updateMany({ where: isDue, data: { deletedAt: LONG_AGO } });
  if (count === 0) return;
  await inBatches(
    () => ctx.db.$executeRaw`
      delete from end_user where id in (select id from end_user where project_id = ${projectId} limit ${BATCH})`,
  );
  await inBatches(
    () => ctx.db.$executeRaw`
      delete from security_event where id in (
        select id from security_event where project_id = ${projectId} limit ${BATCH})`,
  );
  await inBatches(
    () => ctx.db.$executeRaw`
      delete from request_log where ctid = any(array(
        select ctid from request_log where project_id = ${projectId} limit ${BATCH}))`,
  );
  // Their bytes, which no row has then, are found by the reconciler of storage.
  await inBatches(
    () => ctx.db.$executeRaw`
      delete from object where (bucket_id, key) in (
        select o.bucket_id, o.key from bucket b join object o on o.bucket_id = b.id
        where b.project_id = ${projectId} limit ${BATCH})`,
  );
  await inBatches(
    () => ctx.db.$executeRaw`
      delete from object_version where id in (
        select id from object_version where project_id = ${projectId} limit ${BATCH})`,
  );
  await withTransaction(ctx, async (tx) => {
    const row = await tx.db.project.delete({
      where: { id: projectId },
      select: { name: true, organisationId: true },
    });
    const { name, organisationId } = row;
    await recordAudit(tx, { organisationId, action: "project.purge", targetId: projectId, data: { name } });
  });
}

async function inBatches(deleteBatch: () => Promise<number>): Promise<void> {
  let deleted: number;
  do deleted = await deleteBatch();
  while (deleted > 0);
}
