import { inSlices } from "@/components/ui/in-slices";
import { inWords } from "../../grid/cell-text";
import type { GridColumn, GridValues } from "../../grid/grid-column";

/** Returns the pattern of a searched text, in any case; `null` for an empty one. */
export function searchPattern(text: string): RegExp | null {
  return text === "" ? null : new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"), "iu");
}

/**
 * Finds the cells whose value has the searched text, row by row. A cell is given as `row * columns + column`. `onFound`
 * is called with those so far now and then, and at the end.
 */
export async function findInRows(
  { columns, rows }: { columns: readonly GridColumn[]; rows: readonly GridValues[] },
  pattern: RegExp,
  { signal, onFound }: { signal: AbortSignal; onFound: (cells: readonly number[], isAll: boolean) => void },
): Promise<void> {
  const pause = inSlices(signal);
  const found: number[] = [];
  let toldAt = 0;
  for (const [index, row] of rows.entries()) {
    for (const [column, { typeName }] of columns.entries()) {
      const value = inWords(typeName, row[column] ?? null);
      if (value !== null && pattern.test(value)) found.push(index * columns.length + column);
    }
    if (index % 64 !== 0) continue;
    await pause();
    if (found.length > 0 && performance.now() - toldAt > 100) {
      onFound([...found], false);
      toldAt = performance.now();
    }
  }
  signal.throwIfAborted();
  onFound(found, true);
}

/** Returns the place of the first of the ascending numbers that is at least the given one. */
export function placeFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
