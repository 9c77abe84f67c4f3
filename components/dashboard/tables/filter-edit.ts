import type { RowCondition, RowFilter } from "@/lib/sql/tables/filters/resource";

/** The place of a condition: its entry, and which of the entry's alternatives it is. The next place is a new one. */
export interface FilterPlace {
  entry: number;
  alternative: number;
}

export const MAX_CONDITIONS = 20;

export function alternativesOf(filter: RowFilter | undefined): readonly RowCondition[] {
  if (!filter) return [];
  return "any" in filter ? filter.any : [filter];
}

export function conditionAt(filters: readonly RowFilter[], { entry, alternative }: FilterPlace): RowCondition | null {
  return alternativesOf(filters[entry])[alternative] ?? null;
}

export function countOf(filters: readonly RowFilter[]): number {
  return filters.reduce((sum, filter) => sum + alternativesOf(filter).length, 0);
}

function entryOf(conditions: readonly RowCondition[]): RowFilter[] {
  const [first] = conditions;
  if (!first) return [];
  return conditions.length === 1 ? [first] : [{ any: [...conditions] }];
}

/** Returns the filter with a condition changed, or added at a new place. */
export function withCondition(filters: readonly RowFilter[], place: FilterPlace, condition: RowCondition): RowFilter[] {
  const changed = [...alternativesOf(filters[place.entry])];
  changed[place.alternative] = condition;
  return [...filters.slice(0, place.entry), ...entryOf(changed), ...filters.slice(place.entry + 1)];
}

/** Returns the filter without a condition. A group of one becomes the condition that is left. */
export function withoutCondition(filters: readonly RowFilter[], place: FilterPlace): RowFilter[] {
  const left = alternativesOf(filters[place.entry]).filter((_, index) => index !== place.alternative);
  return [...filters.slice(0, place.entry), ...entryOf(left), ...filters.slice(place.entry + 1)];
}

/** Returns which of all conditions the one at a place is, by which its fault is found. */
export function numberOf(filters: readonly RowFilter[], { entry, alternative }: FilterPlace): number {
  return countOf(filters.slice(0, entry)) + alternative;
}
