import { setTimeout as delay } from "node:timers/promises";

/** The time between two readings, in milliseconds. */
const INTERVAL_MS = 1_000;
/** The most entries of a reading. */
const MOST = 1_000;
/** Entries that are written at the same time by two processes may become visible in another order. */
const REMEMBERED = 2 * MOST;

interface Followed<Entry> {
  /** Returns the newest entries of a log, newest first. */
  read(limit: number): Promise<readonly Entry[]>;
  keyOf(entry: Entry): string;
  /** Takes an entry, or `null` after a reading without a new one. */
  tell(entry: Entry | null): Promise<void>;
}

interface Following {
  limit: number;
  signal: AbortSignal;
  longestMs?: number;
}

/**
 * Tells the newest `limit` entries of a log, oldest first, then each that is written, until the signal aborts or so many
 * milliseconds are over. Throws the errors of `read` and `tell`.
 */
export async function followEntries<Entry>(
  { read, keyOf, tell }: Followed<Entry>,
  { limit, signal, longestMs = Number.POSITIVE_INFINITY }: Following,
): Promise<void> {
  let known = new Set<string>();
  const until = performance.now() + longestMs;
  for (let most = limit; !signal.aborted && performance.now() < until; most = MOST) {
    const news = (await read(MOST)).filter((entry) => !known.has(keyOf(entry)));
    known = new Set([...known, ...news.map(keyOf).toReversed()].slice(-REMEMBERED));
    for (const entry of news.slice(0, most).toReversed()) await tell(entry);
    // A reader that is gone is noticed by a write alone.
    if (news.length === 0) await tell(null);
    await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
