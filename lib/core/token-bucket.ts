/** Lets `rate` uses a second pass, and up to `burst` at once after a pause. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #countedAt: number;

  constructor(rate: number, burst: number, now = () => performance.now()) {
    [this.#rate, this.#burst, this.#now] = [rate, burst, now];
    this.#tokens = burst;
    this.#countedAt = now();
  }

  /** Takes `count` uses, or none when fewer are left. */
  take(count = 1): boolean {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#countedAt) / 1_000) * this.#rate);
    this.#countedAt = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
