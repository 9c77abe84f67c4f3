import type { Context } from "@/lib/core/context";
import { type BucketAddress, getBucketByOwner, READ_STORAGE } from "../access";
import { prefixRange } from "./key-order";

/** Counting more would take longer than anybody waits for it. */
const MOST = 100_000;

export interface MeasuredObjects {
  count: number;
  bytes: number;
  /** Whether there are more than were counted. */
  isCut: boolean;
}

/** Returns how many objects a bucket has whose keys start so, and their bytes: the loss if they were deleted. */
export async function measureObjects(
  ctx: Context,
  { prefix, ...at }: BucketAddress & { prefix: string },
): Promise<MeasuredObjects> {
  const { id } = await getBucketByOwner(ctx, at, READ_STORAGE);
  const [row] = await ctx.db.$queryRaw<{ count: number; bytes: number }[]>`
    select count(*)::int as count, coalesce(sum(v.size), 0)::float8 as bytes
    from (select version_id from object where bucket_id = ${id} and ${prefixRange(prefix)} order by key limit ${MOST}) o
    join object_version v on v.id = o.version_id`;
  const { count = 0, bytes = 0 } = row ?? {};
  return { count, bytes, isCut: count === MOST };
}
