/** Lets `rate` uses a second pass, and up to `burst` at once after a pause. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #countedAt = performance.now();

  constructor(rate: number, burst: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes `count` uses, or none when fewer are left. */
  take(count = 1): boolean {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#countedAt) / 1_000) * this.#rate);
    this.#countedAt = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
