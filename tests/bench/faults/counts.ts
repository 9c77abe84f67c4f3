/** The number of times each operation was acknowledged, and was refused with each code. */
export class Counts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(operation: string, outcome: string): void {
    const outcomes = this.#counts.get(operation) ?? new Map<string, number>();
    this.#counts.set(operation, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  /** Sums one outcome over all operations. */
  of(outcome: string): number {
    return [...this.#counts.values()].reduce((sum, outcomes) => sum + (outcomes.get(outcome) ?? 0), 0);
  }

  acknowledged(): string {
    return [...this.#counts].map(([name, outcomes]) => `${name} ${outcomes.get("acknowledged") ?? 0}`).join(", ");
  }

  /** Returns the number of refusals by code. */
  refusals(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const [code, count] of [...this.#counts.values()].flatMap((outcomes) => [...outcomes])) {
      if (code !== "acknowledged") sums.set(code, (sums.get(code) ?? 0) + count);
    }
    return sums;
  }

  refused(): string {
    return [...this.refusals()].map(([code, count]) => `${code} ${count}`).join(", ");
  }
}
