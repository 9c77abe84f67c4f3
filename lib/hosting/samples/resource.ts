/** What a database did in one stretch of time. Every figure is `null` where nobody sampled it. */
export interface SamplePoint {
  /** The end of the stretch, ISO 8601, UTC. */
  at: string;
  sizeBytes: number | null;
  /** The highest of the stretch. */
  connections: number | null;
  /** Sessions that waited for a lock; the highest of the stretch. */
  locksWaiting: number | null;
  transactionsPerSecond: number | null;
  rowsWrittenPerSecond: number | null;
  /** Share of blocks found in the cluster's cache, 0 to 1; also `null` when none was asked for. */
  cacheHitRatio: number | null;
}
