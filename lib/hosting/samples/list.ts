import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { toPoints } from "./points";
import { SAMPLE_RANGES, type SampleRange } from "./ranges";
import { readBuckets } from "./read-buckets";
import type { SamplePoint } from "./resource";

export interface Samples {
  range: SampleRange;
  /** The points of the range, oldest first. */
  points: SamplePoint[];
  /** The last point with a sample; `null` before the first sample of the range. */
  latest: SamplePoint | null;
}

const MINUTE_MS = 60_000;
/** A sample is stored within this time after its minute has begun. */
const STORED_WITHIN_MS = 20_000;

/** Returns the figures of a database over time. Throws `database_not_found`. */
export async function listSamples(
  ctx: Context,
  { databaseId, range }: { databaseId: string; range: SampleRange },
): Promise<Samples> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const { id } = await getDatabaseInOrganisation(ctx, organisationId, databaseId);
  const { points: count, bucketSeconds } = SAMPLE_RANGES[range];
  const until = Math.floor((ctx.clock.now().getTime() - STORED_WITHIN_MS) / MINUTE_MS) * MINUTE_MS;
  const from = until - count * bucketSeconds * 1_000;
  const buckets = await readBuckets(ctx, {
    databaseId: id,
    from: new Date(from),
    until: new Date(until),
    bucketSeconds,
  });
  const points = toPoints(buckets, { from, count, bucketSeconds });
  return { range, points, latest: points.findLast(({ sizeBytes }) => sizeBytes !== null) ?? null };
}
