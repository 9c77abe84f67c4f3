import { expect, test } from "vitest";
import { slotsOf } from "@/components/dashboard/grid/slots";

const slots = (rows: readonly number[], before: ReadonlyMap<number, number> = new Map()) => slotsOf(rows, before);

test("a row keeps its slot as long as it is rendered, and a new one takes that of a row that left", () => {
  const first = slots([0, 1, 2]);
  expect([...first]).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  const scrolled = slots([1, 2, 3], first);
  expect(Object.fromEntries(scrolled)).toEqual({ 1: 1, 2: 2, 3: 0 });
  // Far away, with the row of the active cell still there.
  expect(Object.fromEntries(slots([2, 500, 501], scrolled))).toEqual({ 2: 2, 500: 1, 501: 0 });
});

test("no two rows have the same slot, at any scroll position", () => {
  let before: ReadonlyMap<number, number> = new Map();
  for (const [from, count] of [
    [0, 5],
    [3, 9],
    [200, 4],
    [198, 12],
    [0, 2],
    [1, 30],
  ] as const) {
    const rows = [0, ...Array.from({ length: count }, (_, index) => from + index)];
    before = slots([...new Set(rows)], before);
    expect(new Set(before.values()).size).toBe(new Set(rows).size);
    expect(Math.max(...before.values())).toBeLessThan(40);
  }
});
