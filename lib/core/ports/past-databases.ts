export interface PastDatabase {
  databaseId: string;
  /** Everything that was committed before is in the copy, and nothing later. */
  at: Date;
  /** The name of the copy. */
  copyId: string;
}

/** Brings back databases of the embedded host from its backups. */
export interface PastDatabases {
  /** Makes a closed database that lets nobody in. Throws `OperatorError`. */
  bringBack(past: PastDatabase): Promise<void>;
}
