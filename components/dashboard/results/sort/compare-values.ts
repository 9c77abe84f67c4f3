import { compareCodes, compareNumbers } from "../../grid/compare-numbers";
import { isNumeric } from "../../grid/grid-column";
import { baseType, isTemporal } from "../base-type";
import { intervalSeconds, momentSeconds } from "./moment-seconds";

/** The order of values of a type: by a number first, and by their text if the numbers are equal. */
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

/** Returns the fraction of a second of a timestamp. */
const part = (moment: string) => (/\.(\d+)/.exec(moment)?.[1] ?? "").padEnd(6, "0");
