/** Random numbers that a seed repeats (mulberry32); their effect on the processes differs from run to run. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns at least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  pick<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.next() * values.length)];
  }

  /** Picks a name in proportion to its weight. */
  weighted<T extends string>(weights: Record<T, number>): T {
    const entries = Object.entries<number>(weights) as [T, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new RangeError("there is nothing to pick from");
  }

  shuffled<T>(values: readonly T[]): T[] {
    const keyed = values.map((value) => ({ value, key: this.next() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
  }
}
