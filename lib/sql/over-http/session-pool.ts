import { setImmediate } from "node:timers/promises";
import { FIND_SETTER } from "@/lib/core/left-settings";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { succeeds } from "@/lib/core/succeeds";

/** A host has 400 connections, of which 100 may be busy with SQL over HTTP. */
const MAX_IDLE = 60;
const IDLE_MS = 15_000;
/** A session that is used all the time ends too, so that a password changed by SQL is asked for again. */
const LIFETIME_MS = 300_000;
const SWEEP_MS = 5_000;

export interface Pooled {
  key: string;
  session: CustomerSession;
  openedAt: number;
  idleSince: number;
  /** Resolves to whether the session was reset. */
  reset: Promise<boolean>;
  /** Whether something is left that no reset takes away, so that nobody else may have the session. */
  isSpent: boolean;
}

/** Keeps sessions that were reset for the next caller with the same login, and closes those that nobody asks for. */
export class SessionPool {
  readonly #idle = new Map<string, Pooled[]>();
  /** In the order in which they became idle. */
  readonly #byAge = new Set<Pooled>();
  readonly #sweep: NodeJS.Timeout;

  constructor() {
    this.#sweep = setInterval(() => this.#closeOld(), SWEEP_MS).unref();
  }

  /** Returns an idle session of this login, the one used last; `null` without one. */
  async take(key: string): Promise<Pooled | null> {
    for (;;) {
      const pooled = this.#idle.get(key)?.at(-1);
      if (!pooled) return null;
      this.#remove(pooled);
      const { session, openedAt, reset } = pooled;
      const isReset = await reset;
      // The host's word of the session's end may have come and not been read yet.
      await setImmediate();
      if (isReset && session.isOpen && performance.now() - openedAt < LIFETIME_MS) return pooled;
      void session.close();
    }
  }

  /** Resets a session for the next caller, or closes one that cannot be. */
  giveBack(pooled: Pooled): void {
    const { key, session } = pooled;
    if (!session.isOpen || pooled.isSpent) return void session.close();
    pooled.reset = succeeds(session.reset());
    pooled.idleSince = performance.now();
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), pooled]);
    this.#byAge.add(pooled);
    const [oldest] = this.#byAge;
    if (this.#byAge.size > MAX_IDLE && oldest) this.#close(oldest);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#byAge].map(({ session, reset }) => reset.then(() => session.close())));
  }

  #closeOld(): void {
    const now = performance.now();
    for (const pooled of this.#byAge) {
      const { session, openedAt, idleSince } = pooled;
      if (!session.isOpen || now - idleSince > IDLE_MS || now - openedAt > LIFETIME_MS) this.#close(pooled);
    }
  }

  #close(pooled: Pooled): void {
    this.#remove(pooled);
    void pooled.reset.then(() => pooled.session.close());
  }

  #remove(pooled: Pooled): void {
    this.#byAge.delete(pooled);
    const left = (this.#idle.get(pooled.key) ?? []).filter((each) => each !== pooled);
    if (left.length === 0) this.#idle.delete(pooled.key);
    else this.#idle.set(pooled.key, left);
  }
}

/** Returns a session that was just opened, which is for one request where a routine may leave something in it. */
export async function pooledFrom(key: string, session: CustomerSession): Promise<Pooled> {
  const openedAt = performance.now();
  try {
    const { rows } = await session.query(FIND_SETTER);
    return { key, session, openedAt, idleSince: 0, reset: Promise.resolve(true), isSpent: rows.length > 0 };
  } catch (error) {
    void session.close();
    throw error;
  }
}
