import { describe, expect, it } from "vitest";
import { gridMove } from "@/components/dashboard/grid/grid-move";

const size = { rows: 100, columns: 5, page: 10 };
const press = (key: string, isFar = false) => ({ key, ctrlKey: isFar, metaKey: false });

describe("keys in a grid", () => {
  it.each([
    ["ArrowDown", false, { row: 51, column: 2 }],
    ["ArrowUp", true, { row: 0, column: 2 }],
    ["ArrowRight", true, { row: 50, column: 4 }],
    ["PageDown", false, { row: 60, column: 2 }],
    ["Home", false, { row: 50, column: 0 }],
    ["End", true, { row: 99, column: 4 }],
  ])("%s (with Control: %s) leads where the pattern says", (key, isFar, expected) => {
    expect(gridMove(press(key, isFar), { row: 50, column: 2 }, size)).toEqual(expected);
  });

  it("stay within the grid, and leave other keys alone", () => {
    expect(gridMove(press("PageUp"), { row: 3, column: 0 }, size)).toEqual({ row: 0, column: 0 });
    expect(gridMove(press("ArrowRight"), { row: 0, column: 4 }, size)).toEqual({ row: 0, column: 4 });
    expect(gridMove(press("a"), { row: 0, column: 0 }, size)).toBeNull();
    expect(gridMove(press("ArrowDown"), null, { ...size, rows: 0 })).toBeNull();
  });
});
