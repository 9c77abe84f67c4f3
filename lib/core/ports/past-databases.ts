export interface PastDatabase {
  databaseId: string;
  /** Everything that was committed before is in the copy, and nothing later. */
  at: Date;
  /** The name of the copy. */
  copyId: string;
}

export const PAST_STEPS = ["fetching", "replaying", "copying"] as const;
export type PastStep = (typeof PAST_STEPS)[number];

/** The one recovery that runs on the machine. */
export interface Recovery {
  /** Is aborted when the process is to end. */
  signal: AbortSignal;
  /** Makes a closed database that lets nobody in. Throws `ServiceError` and `OperatorError`. */
  bringBack(past: PastDatabase, onStep: (step: PastStep) => Promise<void>): Promise<void>;
}

/** Brings back databases of the embedded host from its backups. */
export interface PastDatabases {
  /** Does `work` while nothing else is recovered on the machine. Throws `OperatorError` while something is. */
  withRecovery<T>(work: (recovery: Recovery) => Promise<T>): Promise<T>;
}
