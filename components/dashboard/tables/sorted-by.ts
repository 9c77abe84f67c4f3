import type { RowSort } from "@/lib/sql/tables/resource";

/**
 * Returns the order after a click on a column: ascending, descending, unsorted. With `isAdded` the column sorts after
 * those that sort already.
 */
export function sortedBy(sort: readonly RowSort[], column: string, isAdded: boolean): readonly RowSort[] {
  const present = sort.find((each) => each.column === column);
  if (!isAdded) {
    if (sort.length === 1 && present?.direction === "descending") return [];
    const isTurned = sort.length === 1 && present?.direction === "ascending";
    return [{ column, direction: isTurned ? "descending" : "ascending" }];
  }
  if (!present) return [...sort, { column, direction: "ascending" }];
  if (present.direction === "descending") return sort.filter((each) => each !== present);
  return sort.map((each) => (each === present ? { column, direction: "descending" } : each));
}
