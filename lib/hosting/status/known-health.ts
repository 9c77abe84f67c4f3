/** An answer isn't sought again within this time. */
const FRESH_MS = 10_000;
/** An answer is given again within this time, while a new one is sought. */
const KNOWN_MS = 60_000;

/** Keeps whether everything answered, as finding out asks every host. */
export class KnownHealth {
  #known: { isHealthy: boolean; at: number } | null = null;
  #asked: Promise<boolean> | null = null;
  readonly #now: () => number;

  /** Takes a clock in milliseconds that is never set back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the answer that is known, and asks at most once at a time. */
  async read(ask: () => Promise<boolean>): Promise<boolean> {
    const known = this.#known;
    const age = known === null ? KNOWN_MS : this.#now() - known.at;
    if (known && age < FRESH_MS) return known.isHealthy;
    this.#asked ??= this.#learn(ask);
    return known && age < KNOWN_MS ? known.isHealthy : this.#asked;
  }

  async #learn(ask: () => Promise<boolean>): Promise<boolean> {
    const isHealthy = await ask().catch(() => false);
    this.#known = { isHealthy, at: this.#now() };
    this.#asked = null;
    return isHealthy;
  }
}
