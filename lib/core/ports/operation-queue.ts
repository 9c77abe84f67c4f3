/** Lets the operations of one organisation go on side by side up to a number; others wait in their own queue. */
export interface OperationQueue {
  /** Throws `rate_limited` when too many of the organisation wait already. */
  run<T>(organisationId: string, work: () => Promise<T>): Promise<T>;
}
