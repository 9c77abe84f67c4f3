/** A deleted database or branch that can be brought back. */
export interface RestorableDatabase {
  id: string;
  name: string;
  isBranch: boolean;
  sizeBytes: number;
  /** ISO 8601, UTC. */
  deletedAt: string;
  /** The time it is dropped, ISO 8601, UTC. */
  restorableUntil: string;
}
