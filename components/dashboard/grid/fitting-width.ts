import { type GridColumn, type GridValues, isNumeric, isTemporal } from "./grid-column";

const CHARACTER = 7.6;
/** A digit of the widest fonts of systems. */
const DIGIT = 8.4;
const PADDING = 26;
const SAMPLE = 60;
const MOST_CHARACTERS = 60;
const [LEAST, MOST] = [72, 380];

/**
 * Returns the width at which a column shows its first values, or as much of them as has room. Numbers, dates and times
 * are never cut, since the rest would read as another one: the year 1 for the year 1 BC.
 */
export function fittingWidth(column: GridColumn, index: number, rows: readonly GridValues[]): number {
  const isWhole = isNumeric(column) || isTemporal(column);
  let longest = 0;
  for (const row of isWhole ? rows : rows.slice(0, SAMPLE)) {
    longest = Math.max(longest, Math.min(row[index]?.length ?? 4, MOST_CHARACTERS));
  }
  const head = Math.max(column.name.length, column.typeName.length) * CHARACTER;
  const values = longest * (isWhole ? DIGIT : CHARACTER);
  const most = isWhole ? Number.POSITIVE_INFINITY : MOST;
  return Math.round(Math.max(LEAST, Math.min(MOST, head + PADDING), Math.min(most, values + PADDING)));
}
