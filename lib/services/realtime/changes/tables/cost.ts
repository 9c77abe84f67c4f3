/**
 * The cost of publishing a table for those who write to it. The figure is measured (docs/benchmarks.md, "Realtime"); a
 * test holds docs/realtime-changes.md to this sentence.
 */
export const PUBLISHING_COST =
  "Inserting single rows into a published table takes about twice as long on the server, so expect 0.6 to 0.9 times the rate of the same table unpublished.";
