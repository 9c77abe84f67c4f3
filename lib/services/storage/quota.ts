import { byteText } from "@/lib/core/byte-text";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";

/** Takes room for an upload before its first byte. The row's lock orders those that race. Throws `limit_reached`. */
export async function reserveBytes(tx: Context, projectId: string, bytes: number): Promise<void> {
  await tx.db.$executeRaw`insert into project_storage (project_id) values (${projectId}) on conflict do nothing`;
  const [row] = await tx.db.$queryRaw<{ taken: bigint; tier: string }[]>`
    select s.used_bytes + s.reserved_bytes as taken, p.tier
    from project_storage s join project p on p.id = s.project_id
    where s.project_id = ${projectId} for update of s for share of p`;
  const limit = planLimits(row?.tier ?? "free").storageBytes;
  const left = limit - Number(row?.taken ?? 0);
  if (bytes > left) {
    const message = `The plan allows ${byteText(limit)} of storage per project, of which ${byteText(Math.max(0, left))} are left.`;
    throw new ServiceError("limit_reached", message);
  }
  await tx.db.$executeRaw`
    update project_storage set reserved_bytes = reserved_bytes + ${bytes}::bigint where project_id = ${projectId}`;
}

/**
 * Lets those who change a project's objects wait for each other until the transaction ends. It comes before every lock of
 * an object or a version: a key without an object has no row to lock, and two moves of it would meet.
 */
export async function lockStorage(tx: Context, projectId: string): Promise<void> {
  await tx.db.$queryRaw`select 1 from project_storage where project_id = ${projectId} for update`;
}

interface Change {
  reserved?: bigint;
  used?: bigint;
  objects?: number;
}

/** Adds to a project's sums the bytes that a change takes up or frees. */
export async function settleBytes(tx: Context, projectId: string, change: Change): Promise<void> {
  const { reserved = 0n, used = 0n, objects = 0 } = change;
  await tx.db.$executeRaw`
    update project_storage
    set reserved_bytes = reserved_bytes + ${reserved}::bigint, used_bytes = used_bytes + ${used}::bigint,
        object_count = object_count + ${objects}
    where project_id = ${projectId}`;
}
