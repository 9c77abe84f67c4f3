import { inSlices } from "@/components/ui/in-slices";
import { compareCodes, compareNumbers } from "../../grid/compare-numbers";
import { type GridValues, isNumeric } from "../../grid/grid-column";
import { baseType, isTemporal } from "../base-type";
import { intervalSeconds, momentSeconds } from "./moment-seconds";

export type Direction = "ascending" | "descending";

/** The length of the runs that are sorted in one go, before they are merged in slices of time. */
const RUN = 1_024;

/**
 * Returns the numbers of the rows in the order of a column. Equal values keep their order, and NULL is last in ascending
 * and first in descending order, as in PostgreSQL.
 */
export async function sortedOrder(
  rows: readonly GridValues[],
  { column, typeName, direction }: { column: number; typeName: string; direction: Direction },
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const pause = inSlices(signal);
  const ordering = orderingOf(typeName);
  const numbers = ordering.numberOf && new Float64Array(rows.length);
  const nulls: number[] = [];
  const known: number[] = [];
  for (const [index, row] of rows.entries()) {
    const value = row[column] ?? null;
    (value === null ? nulls : known).push(index);
    if (numbers && value !== null) numbers[index] = ordering.numberOf?.(value) ?? 0;
    if (index % RUN === 0) await pause();
  }
  const sign = direction === "ascending" ? 1 : -1;
  const compare = (a: number, b: number) => {
    const [first = 0, second = 0] = numbers ? [numbers[a], numbers[b]] : [];
    if (first !== second && !Number.isNaN(first - second)) return first < second ? -sign : sign;
    return sign * ordering.compare(rows[a]?.[column] ?? "", rows[b]?.[column] ?? "");
  };
  const sorted = await mergeSorted(known, compare, pause);
  return direction === "ascending" ? [...sorted, ...nulls] : [...nulls, ...sorted];
}

async function mergeSorted(
  items: readonly number[],
  compare: (a: number, b: number) => number,
  pause: () => Promise<void>,
): Promise<readonly number[]> {
  const runs: number[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare));
    await pause();
  }
  for (let width = 1; width < runs.length; width *= 2) {
    for (let at = 0; at + width < runs.length; at += 2 * width) {
      runs[at] = await merged(runs[at] ?? [], runs[at + width] ?? [], compare, pause);
    }
  }
  return runs[0] ?? [];
}

async function merged(
  first: readonly number[],
  second: readonly number[],
  compare: (a: number, b: number) => number,
  pause: () => Promise<void>,
): Promise<number[]> {
  const all: number[] = [];
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    const [a = 0, b = 0] = [first[i], second[j]];
    const isFirst = compare(a, b) <= 0;
    all.push(isFirst ? a : b);
    if (isFirst) i++;
    else j++;
    if (all.length % RUN === 0) await pause();
  }
  return all.concat(first.slice(i), second.slice(j));
}

/** The order of values of a type: by a number first, and by their text if the numbers are equal. */
interface Ordering {
  numberOf: ((text: string) => number) | null;
  compare: (a: string, b: string) => number;
}

const collator = new Intl.Collator("en");

/** Returns the ordering of a type, which is PostgreSQL's but for text, which is ordered as in a dictionary. */
function orderingOf(typeName: string): Ordering {
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
