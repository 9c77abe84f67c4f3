import { withTransaction } from "@/lib/core/db/transaction";
import type { StorageContext } from "../context";
import { ownsStore } from "./ownership";

/** Bytes may be older than their row by as long as an upload takes. */
const ORPHAN_SECONDS = 24 * 3_600 + 3_600;
const BATCH = 1_000;

/**
 * Compares rows with bytes: bytes that no row has had for a day are deleted, versions without bytes are `broken` and
 * answered like missing ones until their bytes are back, and the sums of projects are counted anew.
 */
export async function reconcileStorage(ctx: StorageContext): Promise<void> {
  if (await ownsStore(ctx)) await deleteOrphans(ctx);
  else ctx.log.warn("the store of objects belongs to another installation, so nothing of it is deleted");
  await compareBytes(ctx);
  await recount(ctx);
}

async function deleteOrphans(ctx: StorageContext): Promise<void> {
  const before = ctx.clock.now().getTime() - ORPHAN_SECONDS * 1_000;
  let batch: string[] = [];
  for await (const { id, modifiedAt } of ctx.objects.list()) {
    if (modifiedAt.getTime() < before) batch.push(id);
    if (batch.length < BATCH) continue;
    await deleteUnknown(ctx, batch);
    batch = [];
  }
  await deleteUnknown(ctx, batch);
  for await (const { id, modifiedAt } of ctx.objects.listStaged()) {
    if (modifiedAt.getTime() < before) await ctx.objects.discardStaged(id);
  }
}

async function deleteUnknown(ctx: StorageContext, ids: string[]): Promise<void> {
  const known = await ctx.db.objectVersion.findMany({ where: { bytesId: { in: ids } }, select: { bytesId: true } });
  const pending = await ctx.db.objectUpload.findMany({
    where: { versionId: { in: ids } },
    select: { versionId: true },
  });
  const versions = await ctx.db.functionVersion.findMany({
    where: { OR: [{ id: { in: ids } }, { sourcesId: { in: ids } }] },
    select: { id: true, sourcesId: true },
  });
  const kept = new Set([
    ...versions.flatMap(({ id, sourcesId }) => [id, sourcesId]),
    ...known.map(({ bytesId }) => bytesId),
    ...pending.map(({ versionId }) => versionId),
  ]);
  for (const id of ids) {
    if (kept.has(id)) continue;
    await ctx.objects.remove(id);
    ctx.log.warn({ bytesId: id }, "bytes that no object had were deleted");
  }
}

async function compareBytes(ctx: StorageContext): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await ctx.db.objectVersion.findMany({
      where: { id: { gt: after }, status: { in: ["ready", "broken"] } },
      select: { id: true, bytesId: true, projectId: true, status: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    for (const { id, bytesId, projectId, status } of rows) {
      const found = (await ctx.objects.has(bytesId)) ? "ready" : "broken";
      if (found === "broken") ctx.log.error({ versionId: id, projectId }, "the bytes of an object are missing");
      if (found === status) continue;
      await ctx.db.objectVersion.updateMany({ where: { id, status }, data: { status: found } });
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function recount(ctx: StorageContext): Promise<void> {
  const projects = await ctx.db.projectStorage.findMany({ select: { projectId: true } });
  for (const { projectId } of projects) {
    await withTransaction(ctx, async ({ db }) => {
      // Every change adds to the sums in its own transaction, so that none comes between the lock and the count.
      await db.$queryRaw`select 1 from project_storage where project_id = ${projectId} for update`;
      await db.$executeRaw`
        update project_storage s set used_bytes = o.bytes, object_count = o.objects, reserved_bytes = u.bytes
        from (
          select coalesce(sum(v.size), 0)::bigint as bytes, count(*)::int as objects
          from bucket b join object o on o.bucket_id = b.id join object_version v on v.id = o.version_id
          where b.project_id = ${projectId}
        ) o, (
          select coalesce(sum(u.size), 0)::bigint as bytes
          from bucket b join object_upload u on u.bucket_id = b.id
          where b.project_id = ${projectId} and u.finished_at is null
        ) u
        where s.project_id = ${projectId}`;
    });
  }
}
