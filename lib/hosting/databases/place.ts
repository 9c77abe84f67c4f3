import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { HostUnavailableError } from "@/lib/core/errors";

/** Returns the active host with most room, its row locked against other placements. Throws `host_unavailable`. */
export async function placeDatabase(ctx: Context, hostKind: string): Promise<{ id: string; kind: string }> {
  const candidates = await ctx.db.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT id FROM host
    WHERE kind = ${hostKind} AND status = 'active' AND server_version_num >= ${ctx.hosts.minimumVersionNum}
    ORDER BY capacity - (SELECT count(*) FROM database d WHERE host_id = host.id
      AND NOT EXISTS (SELECT FROM deleted_database WHERE database_id = d.id)) DESC, id`);
  for (const { id } of candidates) {
    if (await takePlace(ctx, id)) return { id, kind: hostKind };
  }
  throw new HostUnavailableError(`No ${hostKind} host has room for another database.`);
}

/** Returns whether the host still has a place, and locks its row. */
export async function takePlace(ctx: Context, hostId: string): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<{ capacity: number }[]>(
    Prisma.sql`SELECT capacity FROM host WHERE id = ${hostId} FOR NO KEY UPDATE`,
  );
  const used = await ctx.db.database.count({ where: { hostId, deleted: null } });
  return rows[0] !== undefined && used < rows[0].capacity;
}
