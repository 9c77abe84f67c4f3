/** The ranges of a chart: their number of points, and the time that each point covers. */
export const SAMPLE_RANGES = {
  "1h": { points: 60, bucketSeconds: 60 },
  "24h": { points: 96, bucketSeconds: 900 },
  "7d": { points: 84, bucketSeconds: 7_200 },
  "30d": { points: 120, bucketSeconds: 21_600 },
} as const;

export type SampleRange = keyof typeof SAMPLE_RANGES;

export function isSampleRange(value: unknown): value is SampleRange {
  return typeof value === "string" && Object.hasOwn(SAMPLE_RANGES, value);
}
