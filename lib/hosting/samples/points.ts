import type { Bucket } from "./read-buckets";
import type { SamplePoint } from "./resource";
import { QUIET_SECONDS } from "./worth";

interface Axis {
  /** The start of the first interval, in milliseconds since the epoch. */
  from: number;
  count: number;
  bucketSeconds: number;
}

const SHORTEST_SECONDS = 60;

/** Returns a point for each interval. Nothing happened between a quiet database's rows; a longer gap is unknown. */
export function toPoints(buckets: readonly Bucket[], axis: Axis): SamplePoint[] {
  const byNumber = new Map(buckets.map((bucket) => [bucket.bucket, bucket]));
  const points: SamplePoint[] = [];
  let last = byNumber.get(0);
  for (let number = 1; number <= axis.count; number += 1) {
    const end = axis.from + number * axis.bucketSeconds * 1_000;
    const bucket = byNumber.get(number);
    if (bucket) {
      points.push(sampledPoint(bucket, end, axis.bucketSeconds));
      last = bucket;
    } else {
      const next = buckets.find((candidate) => candidate.bucket > number);
      points.push(emptyPoint(last, next, end));
    }
  }
  return points;
}

function sampledPoint(bucket: Bucket, end: number, bucketSeconds: number): SamplePoint {
  // The first row says nothing about the time before it.
  const seconds =
    bucket.gapBefore === null ? Math.max(SHORTEST_SECONDS, (end - bucket.firstAt.getTime()) / 1_000) : bucketSeconds;
  const blocks = (bucket.hit ?? 0) + (bucket.read ?? 0);
  return {
    at: new Date(end).toISOString(),
    sizeBytes: Number(bucket.sizeBytes),
    connections: bucket.connections,
    locksWaiting: bucket.locksWaiting,
    transactionsPerSecond: bucket.transactions === null ? null : bucket.transactions / seconds,
    rowsWrittenPerSecond: bucket.written === null ? null : bucket.written / seconds,
    cacheHitRatio: blocks === 0 ? null : (bucket.hit ?? 0) / blocks,
  };
}

function emptyPoint(last: Bucket | undefined, next: Bucket | undefined, end: number): SamplePoint {
  const gapSeconds = next ? next.gapBefore : last && (end - last.lastAt.getTime()) / 1_000;
  const isQuiet = last !== undefined && typeof gapSeconds === "number" && gapSeconds <= QUIET_SECONDS;
  const rate = isQuiet ? 0 : null;
  return {
    at: new Date(end).toISOString(),
    sizeBytes: isQuiet ? Number(last.sizeBytes) : null,
    connections: isQuiet ? last.connections : null,
    locksWaiting: isQuiet ? last.locksWaiting : null,
    transactionsPerSecond: rate,
    rowsWrittenPerSecond: rate,
    cacheHitRatio: null,
  };
}
