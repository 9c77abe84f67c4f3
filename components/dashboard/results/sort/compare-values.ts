import { isNumeric } from "../../grid/grid-column";
import { baseType, isTemporal } from "../base-type";
import { intervalSeconds, momentSeconds } from "./moment-seconds";

/** How values of a type are ordered: by a number first, and by their text where the numbers are equal. */
export interface Ordering {
  numberOf: ((text: string) => number) | null;
  compare: (a: string, b: string) => number;
}

const collator = new Intl.Collator("en");

/** Returns the ordering of a type, which is PostgreSQL's but for text, which is ordered as in a dictionary. */
export function orderingOf(typeName: string): Ordering {
  if (typeName === "money") {
    const plain = (text: string) => text.replace(/[^\d.-]/g, "");
    return { numberOf: (text) => Number(plain(text)), compare: (a, b) => compareNumbers(plain(a), plain(b)) };
  }
  if (isNumeric({ name: "", typeName })) return { numberOf: numberOf, compare: compareNumbers };
  if (isTemporal(typeName)) return { numberOf: momentSeconds, compare: (a, b) => compareCodes(part(a), part(b)) };
  if (baseType(typeName) === "interval") return { numberOf: intervalSeconds, compare: () => 0 };
  return { numberOf: null, compare: collator.compare };
}

/** NaN is the greatest number of PostgreSQL. */
const numberOf = (text: string) => (text === "NaN" ? Number.POSITIVE_INFINITY : Number(text));

const compareCodes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the fraction of a second of a timestamp. */
const part = (moment: string) => (/\.(\d+)/.exec(moment)?.[1] ?? "").padEnd(6, "0");

const SPECIAL: Record<string, number> = { "-Infinity": -1, Infinity: 1, NaN: 2 };

/** Compares two numbers as PostgreSQL writes them, digit by digit. */
function compareNumbers(a: string, b: string): number {
  const rank = (SPECIAL[a] ?? 0) - (SPECIAL[b] ?? 0);
  if (rank !== 0 || a in SPECIAL || /e/i.test(a + b)) return rank;
  const [isNegative, isOther] = [a.startsWith("-"), b.startsWith("-")];
  if (isNegative !== isOther) return isNegative ? -1 : 1;
  return compareDigits(a, b) * (isNegative ? -1 : 1);
}

function compareDigits(a: string, b: string): number {
  const [whole = "", fraction = ""] = a.replace("-", "").split(".");
  const [otherWhole = "", otherFraction = ""] = b.replace("-", "").split(".");
  if (whole.length !== otherWhole.length) return whole.length - otherWhole.length;
  const length = Math.max(fraction.length, otherFraction.length);
  return compareCodes(whole + fraction.padEnd(length, "0"), otherWhole + otherFraction.padEnd(length, "0"));
}
