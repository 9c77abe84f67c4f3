import type { CustomerSession } from "./sessions";

/** The cluster as the guard saw it in one look. */
export interface Snapshot {
  sessions: readonly CustomerSession[];
  /** Whether the server refuses work because the lock table is full. Its locks are missing then. */
  isLockTableFull: boolean;
  /** The number of entries for which the shared lock table has room. */
  lockCapacity: number;
  /** The number of sessions that customers may have together. */
  connectionSlots: number;
  /** Between 0 and 1; 0 where the server did not say. */
  notifyUsage: number;
  /** The bytes in the NOTIFY queue by database; empty while the queue is. */
  notifyBytes: ReadonlyMap<string, number>;
  temporaryBytes: ReadonlyMap<number, number>;
  memory: { totalBytes: number; availableBytes: number };
  /** The organisation of each database, as the control plane said. */
  organisations: ReadonlyMap<string, string>;
}

export type SessionRule =
  | "lock-table"
  | "notify-queue"
  | "idle-transaction"
  | "old-transaction"
  | "temporary-space"
  | "memory"
  | "connections";

/** A session that has to end, by which rule, and the figures that the rule looked at. */
export interface Verdict {
  rule: SessionRule;
  session: CustomerSession;
  measured: Record<string, number>;
}

/** Decides which sessions end. A rule sees the whole snapshot and does nothing itself. */
export type Rule = (snapshot: Snapshot) => Verdict[];
