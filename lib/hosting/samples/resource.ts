/** The figures of a database for one interval. A figure is `null` where there is no sample. */
export interface SamplePoint {
  /** The end of the interval, ISO 8601, UTC. */
  at: string;
  sizeBytes: number | null;
  /** The highest number of connections in the interval. */
  connections: number | null;
  /** The highest number of sessions that waited for a lock. */
  locksWaiting: number | null;
  transactionsPerSecond: number | null;
  rowsWrittenPerSecond: number | null;
  /** The share of blocks found in the cluster's cache, 0 to 1; also `null` when no block was read. */
  cacheHitRatio: number | null;
}
