import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { DAY_MS, HISTORY_DAYS } from "./count-history";

/** Only the largest ones matter: an organisation may have hundreds. */
const LISTED = 20;

export interface DatabaseStorage {
  id: string;
  name: string;
  isBranch: boolean;
  sizeBytes: number;
  /** The size at the end of each day, oldest first, the last one now; `null` without a sample. */
  sizes: (number | null)[];
}

export interface Storage {
  /** The largest databases and branches, largest first. */
  items: DatabaseStorage[];
  /** The bytes of all databases and branches together, and how many of them have been measured. */
  totalBytes: number;
  measured: number;
}

/** Returns how much the databases of an organisation take, as their samples say. */
export async function listStorage(ctx: Context, { organisationId }: { organisationId: string }): Promise<Storage> {
  requireMemberPermission(ctx, organisationId, "databases:read");
  const latest = await ctx.db.$queryRaw<
    { id: string; name: string; isBranch: boolean; sizeBytes: bigint }[]
  >(Prisma.sql`
    select d.id, d.name, d.parent_database_id is not null as "isBranch", last.size_bytes as "sizeBytes"
    from database d cross join lateral (
      select size_bytes from database_sample s where s.database_id = d.id order by s.at desc limit 1
    ) last
    where d.organisation_id = ${organisationId} and d.status <> 'deleting'
    order by last.size_bytes desc, d.id`);
  const largest = latest.slice(0, LISTED);
  const sizes = await readSizes(
    ctx,
    largest.map(({ id }) => id),
  );
  return {
    items: largest.map((row) => ({
      ...row,
      sizeBytes: Number(row.sizeBytes),
      sizes: sizes.get(row.id) ?? [],
    })),
    totalBytes: latest.reduce((total, { sizeBytes }) => total + Number(sizeBytes), 0),
    measured: latest.length,
  };
}

async function readSizes(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, (number | null)[]>> {
  if (ids.length === 0) return new Map();
  const now = ctx.clock.now().getTime();
  const ends = Array.from({ length: HISTORY_DAYS }, (_, day) => new Date(now - (HISTORY_DAYS - 1 - day) * DAY_MS));
  const rows = await ctx.db.$queryRaw<{ id: string; sizes: (number | null)[] }[]>(Prisma.sql`
    select owned.id, array_agg(last.size_bytes::float8 order by day.at) as sizes
    from unnest(${ids}::text[]) as owned (id) cross join unnest(${ends}::timestamptz[]) as day (at)
    left join lateral (
      select size_bytes from database_sample s where s.database_id = owned.id and s.at <= day.at
      order by s.at desc limit 1
    ) last on true
    group by owned.id`);
  return new Map(rows.map(({ id, sizes }) => [id, sizes]));
}
