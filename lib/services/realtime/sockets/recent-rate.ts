const SECONDS = 10;

/** Counts over the last ten seconds. */
export class RecentRate {
  readonly #counts = new Array<number>(SECONDS).fill(0);
  #second = Math.floor(performance.now() / 1_000);

  add(count: number): void {
    this.#forget();
    const index = this.#second % SECONDS;
    this.#counts[index] = (this.#counts[index] ?? 0) + count;
  }

  get perSecond(): number {
    this.#forget();
    return this.#counts.reduce((sum, count) => sum + count, 0) / SECONDS;
  }

  #forget(): void {
    const now = Math.floor(performance.now() / 1_000);
    for (let passed = Math.min(SECONDS, now - this.#second); passed > 0; passed -= 1) {
      this.#counts[(now - passed + 1) % SECONDS] = 0;
    }
    this.#second = now;
  }
}
