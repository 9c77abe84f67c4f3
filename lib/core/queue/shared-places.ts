/** Gives the place back; calling it again does nothing. */
export type GiveBack = () => void;

/**
 * The places of a pool that many owners share: an organisation or a project each. An owner's first place is any free one,
 * and a further one is for it while more are free than it holds, so that a busy owner leaves room for the next.
 */
export class SharedPlaces {
  readonly #total: number;
  readonly #held = new Map<string, number>();
  /** The owners that had their turn since all who wait had one. */
  readonly #served = new Set<string>();
  #busy = 0;

  constructor(total: number) {
    this.#total = total;
  }

  get free(): number {
    return this.#total - this.#busy;
  }

  mayTake(owner: string): boolean {
    const held = this.#held.get(owner) ?? 0;
    return this.free > held;
  }

  /** Returns the owners that must not take the next place; where it is the last one, these are also those of this round. */
  barred(): string[] {
    const greedy = [...this.#held.keys()].filter((owner) => !this.mayTake(owner));
    return this.free > 1 ? greedy : [...new Set([...greedy, ...this.#served])];
  }

  /** Begins a round, when none of those who wait had their turn in it. Returns `false` where the last one has just begun. */
  beginRound(): boolean {
    const isOver = this.#served.size > 0;
    this.#served.clear();
    return isOver;
  }

  /** Takes a place; `null` is the service itself, which is never barred. */
  take(owner: string | null): GiveBack {
    this.#busy += 1;
    if (owner !== null) this.#hold(owner);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#busy -= 1;
      if (owner !== null) this.#release(owner);
      if (this.#busy === 0) this.#served.clear();
    };
  }

  #hold(owner: string): void {
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
    this.#served.add(owner);
  }

  #release(owner: string): void {
    const held = (this.#held.get(owner) ?? 0) - 1;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
  }
}
