import type { ResultLimits } from "@/lib/core/ports/customer-session";

/** The size that a row or a value has besides its text. */
const CHARACTERS_EACH = 8;
const NO_LIMITS: ResultLimits = { maxRows: Number.POSITIVE_INFINITY, maxCharacters: Number.POSITIVE_INFINITY };

export interface Kept {
  rows: (string | null)[][];
  characters: number;
  isTruncated: boolean;
}

/** The rows of a result that fit its limits. */
export class KeptRows implements Kept {
  readonly rows: (string | null)[][] = [];
  characters = 0;
  isTruncated = false;
  readonly #limits: ResultLimits | undefined;

  constructor(limits: ResultLimits | undefined) {
    this.#limits = limits;
  }

  /** Keeps a row if it and all before it fit, and returns whether it is kept. */
  add(row: (string | null)[]): boolean {
    if (this.isTruncated) return false;
    const size = row.reduce((sum, value) => sum + (value?.length ?? 0) + CHARACTERS_EACH, CHARACTERS_EACH);
    const { maxRows, maxCharacters } = this.#limits ?? NO_LIMITS;
    this.isTruncated = this.rows.length === maxRows || this.characters + size > maxCharacters;
    if (this.isTruncated) return false;
    this.characters += size;
    this.rows.push(row);
    return true;
  }
}
