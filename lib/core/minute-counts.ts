const MINUTE_MS = 60_000;

/** Counts events of this process by minute, in memory, for as many minutes as it is made for. */
export class MinuteCounts {
  readonly #counts: number[];
  readonly #minutes: number[];

  constructor(minutes: number) {
    this.#counts = new Array<number>(minutes).fill(0);
    this.#minutes = new Array<number>(minutes).fill(-1);
  }

  add(at: Date): void {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const place = minute % this.#counts.length;
    if (this.#minutes[place] !== minute) this.#counts[place] = 0;
    this.#minutes[place] = minute;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  /** Returns how many there were in the `minutes` up to now, the current one included. */
  sum(now: Date, minutes: number): number {
    const last = Math.floor(now.getTime() / MINUTE_MS);
    return this.#counts.reduce((sum, count, place) => {
      const age = last - (this.#minutes[place] ?? -1);
      return age >= 0 && age < minutes ? sum + count : sum;
    }, 0);
  }
}
