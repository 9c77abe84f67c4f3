const EVERY_MILLISECONDS = 45_000;
/** Looking through a large place takes at most this share of the time. */
const BUSY_SHARE = 0.05;

/** Tells when a place is to be looked through for lost files: an alarm comes within a minute, unless a look takes long. */
export class LookTimes {
  readonly #now: () => number;
  #next = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  async lookIfDue(look: () => Promise<void>): Promise<void> {
    const startedAt = this.#now();
    if (startedAt < this.#next) return;
    await look();
    const endedAt = this.#now();
    this.#next = endedAt + Math.max(EVERY_MILLISECONDS, (endedAt - startedAt) / BUSY_SHARE);
  }

  /** A file may have been lost, so the next look is due. */
  lookSoon(): void {
    this.#next = Number.NEGATIVE_INFINITY;
  }
}
