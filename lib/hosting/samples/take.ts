import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { isActive, isWorthARow, needsSize, type StoredFigures } from "./worth";

const MINUTE_MS = 60_000;

/** Stores the host's figures once for each minute. Returns the number of rows kept. Throws `host_unavailable`. */
export async function takeSamples(ctx: Context, { hostId }: { hostId: string }): Promise<number> {
  const at = new Date(Math.floor(ctx.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  const host = await ctx.hosts.get(hostId);
  const last = await readLast(ctx, hostId);
  const figures = (await host.sample()).filter(({ id }) => last.has(id));
  const changed = figures.filter((now) => needsSize(last.get(now.id), now, at)).map(({ id }) => id);
  const sizes = changed.length > 0 ? await host.measureSizes(changed) : new Map<string, bigint>();
  const samples = figures.flatMap((now): StoredFigures[] => {
    const before = last.get(now.id);
    // A database that was dropped between the two queries has no size.
    const sizeBytes = sizes.get(now.id) ?? before?.sizeBytes;
    if (sizeBytes === undefined) return [];
    const sample = { ...now, at, sizeBytes };
    return isWorthARow(before, sample) ? [sample] : [];
  });
  const active = figures.filter((now) => isActive(last.get(now.id), now, at)).map(({ id }) => id);
  await ctx.db.database.updateMany({ where: { hostId, id: { in: active } }, data: { lastActiveAt: at } });
  if (samples.length === 0) return 0;
  return store(ctx, at, samples);
}

/** Returns the last row of each ready database of the host; `undefined` for a database without rows. */
async function readLast(ctx: Context, hostId: string): Promise<Map<string, StoredFigures | undefined>> {
  const rows = await ctx.db.$queryRaw<(Partial<StoredFigures> & { id: string; at: Date | null })[]>(Prisma.sql`
    select d.id, at, size_bytes as "sizeBytes", connections, locks_waiting as "locksWaiting", commits, rollbacks,
      blocks_read as "blocksRead", blocks_hit as "blocksHit", rows_returned as "rowsReturned",
      rows_inserted as "rowsInserted", rows_updated as "rowsUpdated", rows_deleted as "rowsDeleted", deadlocks,
      temp_bytes as "tempBytes"
    from database d left join lateral (
      select * from database_sample s where s.database_id = d.id order by s.at desc limit 1
    ) as last on true
    where d.host_id = ${hostId} and d.status = 'ready'`);
  return new Map(rows.map((row) => [row.id, row.at === null ? undefined : (row as StoredFigures)]));
}

async function store(ctx: Context, at: Date, samples: readonly StoredFigures[]): Promise<number> {
  const text = JSON.stringify(samples, (_, value) => (typeof value === "bigint" ? value.toString() : value));
  // The lock keeps a database from being deleted meanwhile, which would refuse the whole batch.
  return ctx.db.$executeRaw(Prisma.sql`
    insert into database_sample
    select d.id, ${at}, s."sizeBytes", s.connections, s."locksWaiting", s.commits, s.rollbacks, s."blocksRead",
      s."blocksHit", s."rowsReturned", s."rowsInserted", s."rowsUpdated", s."rowsDeleted", s.deadlocks, s."tempBytes"
    from jsonb_to_recordset(${text}::jsonb) as s(id text, "sizeBytes" bigint, connections int, "locksWaiting" int,
      commits bigint, rollbacks bigint, "blocksRead" bigint, "blocksHit" bigint, "rowsReturned" bigint,
      "rowsInserted" bigint, "rowsUpdated" bigint, "rowsDeleted" bigint, deadlocks bigint, "tempBytes" bigint)
    join database d on d.id = s.id
    for key share of d
    on conflict do nothing`);
}
