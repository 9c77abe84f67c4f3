import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { QUIET_SECONDS } from "./worth";

/** The rows of one interval, taken together. Bucket 0 is the last row before the first interval. */
export interface Bucket {
  bucket: number;
  firstAt: Date;
  lastAt: Date;
  /** The seconds between the bucket's first row and the row before it; `null` for the first row of all. */
  gapBefore: number | null;
  sizeBytes: bigint;
  connections: number;
  locksWaiting: number;
  /** The sums over the bucket; `null` for a row that has none before it. */
  transactions: number | null;
  written: number | null;
  hit: number | null;
  read: number | null;
}

/** Returns a counter's increase; over a gap, the bucket's share of it. A lower counter was reset and starts at zero. */
const INCREASE = (value: string, before: string) =>
  Prisma.raw(`case when ${value} < ${before} then ${value} else ${value} - ${before} end * share`);

export async function readBuckets(
  ctx: Context,
  { databaseId, from, until, bucketSeconds }: { databaseId: string; from: Date; until: Date; bucketSeconds: number },
): Promise<Bucket[]> {
  return ctx.db.$queryRaw<Bucket[]>(Prisma.sql`
    with total as (
      select at, size_bytes, connections, locks_waiting, commits + rollbacks as transactions,
        rows_inserted + rows_updated + rows_deleted as written, blocks_hit as hit, blocks_read as read
      from database_sample
      where database_id = ${databaseId} and at <= ${until} and at >= coalesce(
        (select max(at) from database_sample where database_id = ${databaseId} and at <= ${from}), ${from})
    ), pair as (
      select *, extract(epoch from at - lag(at) over w)::float8 as gap, lag(transactions) over w as transactions_before,
        lag(written) over w as written_before, lag(hit) over w as hit_before, lag(read) over w as read_before
      from total window w as (order by at)
    ), step as (
      select *, greatest(ceil(extract(epoch from at - ${from}) / ${bucketSeconds}::int), 0)::int as bucket,
        case when gap > greatest(${QUIET_SECONDS}::int, ${bucketSeconds}::int) then ${bucketSeconds}::int / gap
          else 1 end as share
      from pair
    )
    select bucket, min(at) as "firstAt", max(at) as "lastAt", (array_agg(gap order by at))[1] as "gapBefore",
      (array_agg(size_bytes order by at desc))[1] as "sizeBytes", max(connections) as connections,
      max(locks_waiting) as "locksWaiting",
      sum(${INCREASE("transactions", "transactions_before")})::float8 as transactions,
      sum(${INCREASE("written", "written_before")})::float8 as written,
      sum(${INCREASE("hit", "hit_before")})::float8 as hit, sum(${INCREASE("read", "read_before")})::float8 as read
    from step group by bucket order by bucket`);
}
