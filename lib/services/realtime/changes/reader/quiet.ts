import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { QUIET_CHANNEL, QUIET_LOCK } from "../outbox/wake-statement";

/** The time between two looks that happen nevertheless, for rows that no trigger of ours wrote. */
export const QUIET_LOOK_MS = 5_000;
/** A process that has the lock may end without a word. */
const SHARED_LOOK_MS = 1_000;
const BUSY_LOOK_MS = 100;

/**
 * A time in which writers wake the reader, so that it need not look. A writer holds the lock shared until its transaction
 * ends, and notifies where it can't: a session that has the lock alone knows that no change is on its way unannounced.
 */
export class QuietTime {
  readonly #session: CustomerSession;
  readonly #lookMs: number;
  /** Whether the lock is this session's, or another's on which it relies; `null` while changes are looked for. */
  #state: "held" | "shared" | null = null;
  #isBroken = false;

  constructor(session: CustomerSession, lookMs: number) {
    [this.#session, this.#lookMs] = [session, lookMs];
  }

  /** Whether a writer has notified since the last quiet time, or the session has ended. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Begins to hear writers, and the end of the session. */
  async listen(onBroken: () => void): Promise<void> {
    await this.#session.listen(QUIET_CHANNEL, () => {
      // It may also come while the lock is asked for, or is another's that gives it up.
      this.#isBroken = true;
      if (this.#state) onBroken();
    });
  }

  /**
   * Begins a quiet time, or goes on with it. Returns for how many milliseconds nobody need look; 0 at the beginning, when
   * earlier writes are still to be looked for.
   */
  async goOn(): Promise<number> {
    if (this.#state === "held") return this.#lookMs;
    const before = this.#state;
    const state = await this.#tryLock();
    this.#state = state === "busy" ? null : state;
    if (state === "busy") return BUSY_LOOK_MS;
    return state === before ? SHARED_LOOK_MS : 0;
  }

  async end(): Promise<void> {
    const state = this.#state;
    [this.#state, this.#isBroken] = [null, false];
    if (state === "held") await this.#session.query(`SELECT pg_advisory_unlock(${QUIET_LOCK})`);
  }

  /** While another process has the lock, writers wake both; while a writer has it, they wake no one. */
  async #tryLock(): Promise<"held" | "shared" | "busy"> {
    const { rows } = await this.#session.query(
      `SELECT CASE WHEN pg_try_advisory_lock(${QUIET_LOCK}) THEN 'held'
         WHEN pg_try_advisory_lock_shared(${QUIET_LOCK}) THEN CASE WHEN pg_advisory_unlock_shared(${QUIET_LOCK}) THEN 'busy' END
         ELSE 'shared' END`,
    );
    const state = rows[0]?.[0];
    return state === "held" || state === "shared" ? state : "busy";
  }
}
