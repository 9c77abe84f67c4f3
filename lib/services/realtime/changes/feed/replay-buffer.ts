import type { RecordedTransaction } from "../reader/poll";

export interface NumberedTransaction extends RecordedTransaction {
  number: number;
  cursor: string;
}

const MAX_TRANSACTIONS = 10_000;
const MAX_CHARACTERS = 16 * 1024 ** 2;

/** Keeps the last transactions, for those who come back. */
export class ReplayBuffer {
  readonly #windowMs: number;
  #kept: { transaction: NumberedTransaction; at: number; characters: number }[] = [];
  #characters = 0;
  /** All after this number are kept. */
  #from: number;

  constructor(windowMs: number, from = 0) {
    [this.#windowMs, this.#from] = [windowMs, from];
  }

  add(transaction: NumberedTransaction, at: number): void {
    const characters = transaction.changes.reduce(
      (sum, { old, new: made }) => sum + (old?.length ?? 0) + (made?.length ?? 0),
      0,
    );
    this.#kept.push({ transaction, at, characters });
    this.#characters += characters;
    let first = this.#kept[0];
    while (first && (first.at < at - this.#windowMs || this.#isFull())) {
      this.#kept.shift();
      this.#characters -= first.characters;
      this.#from = first.transaction.number;
      [first] = this.#kept;
    }
  }

  /** Forgets everything up to a number. */
  clear(number: number): void {
    [this.#kept, this.#characters, this.#from] = [[], 0, number];
  }

  /** Returns the entries after a number; `null` where some of it is gone. */
  after(number: number): NumberedTransaction[] | null {
    if (number < this.#from) return null;
    return this.#kept.filter(({ transaction }) => transaction.number > number).map(({ transaction }) => transaction);
  }

  #isFull(): boolean {
    return this.#kept.length > MAX_TRANSACTIONS || this.#characters > MAX_CHARACTERS;
  }
}
