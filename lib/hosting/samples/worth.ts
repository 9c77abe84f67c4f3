import type { DatabaseFigures } from "@/lib/core/ports/database-host";

/** A quiet database gets a row this often, which distinguishes it from one without samples. */
const HEARTBEAT_MINUTES = 15;
/** The longest gap between rows of a quiet database, with room for a worker that was late. */
export const QUIET_SECONDS = (HEARTBEAT_MINUTES + 5) * 60;
/** The cluster's own maintenance visits every database and counts as a few transactions a minute. */
const QUIET_TRANSACTIONS = 30n;

const MINUTE_MS = 60_000;
const WRITES = ["rowsInserted", "rowsUpdated", "rowsDeleted", "tempBytes"] as const;

export type StoredFigures = DatabaseFigures & { at: Date; sizeBytes: bigint };

/**
 * Returns whether the size on disk is measured again: after a change of rows, and once an hour since counters do not
 * cover indexes and the like. Each database has a minute of its own, so that not all are measured at once.
 */
export function needsSize(last: StoredFigures | undefined, figures: DatabaseFigures, at: Date): boolean {
  if (!last || WRITES.some((name) => last[name] !== figures[name])) return true;
  return at.getUTCMinutes() === Number.parseInt(figures.id.slice(-4), 36) % 60;
}

/** Returns whether somebody had a database work since its last row: by a connection, a write, or many transactions. */
export function isActive(last: StoredFigures | undefined, figures: DatabaseFigures, at: Date): boolean {
  if (figures.connections > 0) return true;
  if (!last) return false;
  const minutes = BigInt(Math.max(1, Math.round((at.getTime() - last.at.getTime()) / MINUTE_MS)));
  const isBusy = transactionsSince(last, figures) >= QUIET_TRANSACTIONS * minutes;
  return isBusy || WRITES.some((name) => last[name] !== figures[name]);
}

/** Returns whether a sample differs enough from the last row to be stored. Counters lose nothing by a gap. */
export function isWorthARow(last: StoredFigures | undefined, sample: StoredFigures): boolean {
  if (!last) return true;
  if (sample.at.getTime() - last.at.getTime() >= HEARTBEAT_MINUTES * MINUTE_MS) return true;
  const gauges = ["connections", "locksWaiting", "sizeBytes", "deadlocks"] as const;
  if ([...gauges, ...WRITES].some((name) => last[name] !== sample[name])) return true;
  const transactions = transactionsSince(last, sample);
  return transactions < 0n || transactions >= QUIET_TRANSACTIONS;
}

const transactionsSince = (last: StoredFigures, now: DatabaseFigures) =>
  now.commits + now.rollbacks - last.commits - last.rollbacks;
