/**
 * Returns a slot for each row that is rendered. A row keeps its slot as long as it is there, and a new one takes that of
 * a row that left, so that its elements are used again: making them anew takes most of the time of a fast scroll.
 */
export function slotsOf(rows: readonly number[], before: ReadonlyMap<number, number>): Map<number, number> {
  const slots = new Map<number, number>();
  for (const row of rows) {
    const slot = before.get(row);
    if (slot !== undefined) slots.set(row, slot);
  }
  const taken = new Set(slots.values());
  const free = [...before.values()].filter((slot) => !taken.has(slot));
  let next = Math.max(-1, ...before.values());
  for (const row of rows) {
    if (slots.has(row)) continue;
    slots.set(row, free.shift() ?? ++next);
  }
  return slots;
}
