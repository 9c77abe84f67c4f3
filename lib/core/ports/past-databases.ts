import type { ProgramLogin } from "./move-session";

export interface PastDatabase {
  databaseId: string;
  /** Everything that was committed before is in the copy, and nothing later. */
  at: Date;
  /** The name of the copy. */
  copyId: string;
}

/** A database of a host that isn't on this machine, whose files no copy can be made of. */
export interface DistantPastDatabase extends PastDatabase {
  hostId: string;
}

/** A database of a recovered host, to copy its contents from. Everything in it belongs to the copy's own roles. */
export interface PastContents {
  /** Signs PostgreSQL's programs in as the role of the copy. */
  login: ProgramLogin;
  /** The roles that own something in it or were given a right in it. */
  roles: string[];
  /** Runs a statement that only reads. */
  query(text: string): Promise<{ rows: (string | null)[][] }>;
}

export const PAST_STEPS = ["fetching", "replaying", "copying"] as const;
export type PastStep = (typeof PAST_STEPS)[number];

type OnStep = (step: PastStep) => Promise<void>;

/** The one recovery that runs on the machine. */
export interface Recovery {
  /** Is aborted when the process is to end. */
  signal: AbortSignal;
  /** Makes a closed database that lets nobody in, on the embedded host. Throws `ServiceError` and `OperatorError`. */
  bringBack(past: PastDatabase, onStep: OnStep): Promise<void>;
  /** Does `work` while a database of a registered host is open as it was. Throws `ServiceError` and `OperatorError`. */
  openPast(past: DistantPastDatabase, onStep: OnStep, work: (past: PastContents) => Promise<void>): Promise<void>;
}

/** Brings databases back from the backups of their hosts. */
export interface PastDatabases {
  /** Does `work` while nothing else is recovered on the machine. Throws `OperatorError` while something is. */
  withRecovery<T>(work: (recovery: Recovery) => Promise<T>): Promise<T>;
}
