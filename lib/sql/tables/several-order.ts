import type { Parameters } from "./filter";
import type { RowPlace } from "./row-position";
import type { RowOrder, RowPart, SortedTerm } from "./row-terms";

/** Returns the query of a page of rows that several columns sort, each in its own direction with NULLs last. */
export function severalPart(order: RowOrder, place: RowPlace | null, parameters: Parameters): RowPart {
  const isBackward = place?.isBackward ?? false;
  const keys = order.key.map((term) => ({ ...term, isNullable: false, isDescending: order.isDescending }));
  const terms = [...order.sorted, ...keys];
  const orderBy = terms.map(({ expression, isDescending }) => {
    const isFalling = isDescending !== isBackward;
    return `${expression} ${isFalling ? "DESC" : "ASC"} NULLS ${isBackward ? "FIRST" : "LAST"}`;
  });
  if (!place) return { condition: "true", order: orderBy.join(", ") };
  const values = [...order.sorted.map((_, index) => place.sorted[index] ?? null), ...place.key];
  const written = terms.map((term, index) => {
    const value = values[index] ?? null;
    return { ...term, value: value === null ? null : `${parameters.add(value)}::${term.type}` };
  });
  // A row is beyond the place when the first column in which they differ says so.
  const beyond = written.map((last, index) => {
    const same = written.slice(0, index).map(isEqual);
    return `(${[...same, isBeyond(last, isBackward)].join(" AND ")})`;
  });
  return { condition: `(${beyond.join(" OR ")})`, order: orderBy.join(", ") };
}

interface Written extends SortedTerm {
  /** The value of the place as a parameter. */
  value: string | null;
}

function isEqual({ expression, value }: Written): string {
  return value === null ? `${expression} IS NOT DISTINCT FROM NULL` : `${expression} = ${value}`;
}

function isBeyond({ expression, value, isNullable, isDescending }: Written, isBackward: boolean): string {
  if (value === null) return isBackward ? `${expression} IS DISTINCT FROM NULL` : "false";
  const comparison = `${expression} ${isDescending !== isBackward ? "<" : ">"} ${value}`;
  return isBackward || !isNullable ? comparison : `(${comparison} OR ${expression} IS NOT DISTINCT FROM NULL)`;
}
