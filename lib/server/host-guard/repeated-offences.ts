import type { SessionRule } from "./observe/snapshot";

const WITHIN_MILLISECONDS = 60_000;
const TIMES = 3;
/** A session that meets these only gives back the excess; coming back is no offence. */
const FORGIVEN: ReadonlySet<SessionRule> = new Set(["connections", "idle-transaction", "old-transaction"]);

/** Remembers whose sessions ended why, so that a database whose sessions come back and do it again can be closed. */
export class RepeatedOffences {
  readonly #endedAt = new Map<string, number[]>();

  /** Counts one ended session. Returns whether it is one too many within a minute. */
  isRepeated(rule: SessionRule, databaseId: string): boolean {
    if (FORGIVEN.has(rule)) return false;
    const now = performance.now();
    const recent = (this.#endedAt.get(databaseId) ?? []).filter((at) => now - at < WITHIN_MILLISECONDS);
    recent.push(now);
    this.#endedAt.set(databaseId, recent);
    return recent.length >= TIMES;
  }
}
