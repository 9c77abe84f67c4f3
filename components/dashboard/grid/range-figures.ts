import { compareNumbers } from "./compare-numbers";
import type { GridCell } from "./grid-move";
import type { Band } from "./selection";

export interface RangeFigures {
  /** The number of values that are numbers. */
  count: number;
  sum: string;
  average: string;
  least: string;
  greatest: string;
}

const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

/** Returns the sum, average, least and greatest of the numbers among the chosen cells; `null` without any. */
export function figuresOf(
  bands: readonly Band[],
  isNumeric: (column: number) => boolean,
  valueAt: (cell: GridCell) => string | null,
): RangeFigures | null {
  const sum = new Sum();
  for (const { top, bottom, columns } of bands) {
    for (const column of columns.filter(isNumeric)) {
      for (let row = top; row <= bottom; row += 1) sum.add(valueAt({ row, column }));
    }
  }
  return sum.figures();
}

/** Adds up numbers as PostgreSQL writes them: exactly, unless one of them has an exponent. */
class Sum {
  #count = 0;
  #exact = 0n;
  #scale = 0;
  #about = 0;
  #isExact = true;
  #least = "Infinity";
  #greatest = "-Infinity";

  add(text: string | null): void {
    const value = text === null || text === "" ? Number.NaN : Number(text);
    if (text === null || Number.isNaN(value)) return;
    this.#count += 1;
    this.#about += value;
    if (isLess(text, this.#least)) this.#least = text;
    if (isLess(this.#greatest, text)) this.#greatest = text;
    if (this.#isExact) this.#addExactly(text);
  }

  #addExactly(text: string): void {
    const found = DECIMAL.exec(text);
    if (!found) {
      this.#isExact = false;
      return;
    }
    const decimals = found[1]?.length ?? 0;
    if (decimals > this.#scale) {
      this.#exact *= 10n ** BigInt(decimals - this.#scale);
      this.#scale = decimals;
    }
    this.#exact += BigInt(text.replace(".", "")) * 10n ** BigInt(this.#scale - decimals);
  }

  figures(): RangeFigures | null {
    if (this.#count === 0) return null;
    return {
      count: this.#count,
      sum: this.#isExact ? decimalText(this.#exact, this.#scale) : grouped(String(this.#about)),
      average: (this.#about / this.#count).toLocaleString("en", { maximumSignificantDigits: 8 }),
      least: grouped(this.#least),
      greatest: grouped(this.#greatest),
    };
  }
}

function isLess(one: string, other: string): boolean {
  const difference = Number(one) - Number(other);
  return difference < 0 || (difference === 0 && compareNumbers(one, other) < 0);
}

function decimalText(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  const [whole, part] = [digits.slice(0, digits.length - scale), digits.slice(digits.length - scale)];
  return grouped(`${value < 0n ? "-" : ""}${whole}${part ? `.${part}` : ""}`);
}

/** Returns the text of a number with its thousands apart. */
function grouped(text: string): string {
  if (!DECIMAL.test(text)) return text;
  const [whole = "", part] = text.split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return part === undefined ? apart : `${apart}.${part}`;
}
