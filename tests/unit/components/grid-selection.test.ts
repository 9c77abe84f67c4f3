import { describe, expect, it } from "vitest";
import { figuresOf } from "@/components/dashboard/grid/range-figures";
import {
  bandsOf,
  countCells,
  extended,
  followRows,
  type GridRange,
  onlyCell,
  rectsOf,
  rowRanges,
  withRowToggled,
} from "@/components/dashboard/grid/selection";

const size = { rows: 100_000, columns: 6 };
const cell = (row: number, column: number) => ({ row, column });
const range = (from: [number, number], to: [number, number], kind: GridRange["kind"] = "cells"): GridRange => ({
  kind,
  from: cell(...from),
  to: cell(...to),
});

describe("a selection", () => {
  it("is drawn in any direction from its start, and the active cell stays", () => {
    const drawn = extended(onlyCell(cell(5, 3)), cell(2, 4));
    expect(drawn.active).toEqual(cell(5, 3));
    expect(rectsOf(drawn.ranges, size)).toEqual([{ top: 2, bottom: 5, left: 3, right: 4 }]);
  });

  it("holds whole rows and columns, and nothing beyond the grid", () => {
    const ranges = [range([7, 2], [9, 2], "rows"), range([3, 4], [3, 5], "columns"), range([99_999, 0], [100_020, 0])];
    expect(rectsOf(ranges, size)).toEqual([
      { top: 7, bottom: 9, left: 0, right: 5 },
      { top: 0, bottom: 99_999, left: 4, right: 5 },
      { top: 99_999, bottom: 99_999, left: 0, right: 0 },
    ]);
    expect(rectsOf([range([4, 0], [4, 0])], { rows: 3, columns: 6 })).toEqual([]);
  });

  it("names each cell of ranges that overlap once", () => {
    const bands = bandsOf(rectsOf([range([0, 0], [2, 1]), range([2, 1], [4, 3]), range([8, 5], [8, 5])], size));
    expect(bands).toEqual([
      { top: 0, bottom: 1, columns: [0, 1] },
      { top: 2, bottom: 2, columns: [0, 1, 2, 3] },
      { top: 3, bottom: 4, columns: [1, 2, 3] },
      { top: 8, bottom: 8, columns: [5] },
    ]);
    expect(countCells(bands)).toBe(15);
  });

  it("takes rows in and out one by one, and lets cells go", () => {
    const one = withRowToggled(onlyCell(cell(1, 1)), 4, size);
    const three = [5, 9].reduce((selection, row) => withRowToggled(selection, row, size), one);
    expect(three.ranges).toEqual([range([4, 0], [5, 0], "rows"), range([9, 0], [9, 0], "rows")]);
    expect(withRowToggled(three, 5, size).ranges).toEqual(rowRanges([4, 9]));
    expect(withRowToggled(one, 4, size)).toEqual(onlyCell(cell(4, 1)));
  });

  it("goes with its rows when they move, and never on to another row", () => {
    const chosen = { active: cell(1, 0), ranges: rowRanges([1, 2]) };
    const before = ["a", "b", "c", "d"];
    expect(followRows(chosen, before, ["x", "a", "b", "c"]).ranges).toEqual(rowRanges([2, 3]));
    expect(followRows(chosen, before, ["a", "c", "d"]).ranges).toEqual(rowRanges([1]));
    const cells = { active: cell(1, 0), ranges: [range([1, 0], [3, 2])] };
    expect(followRows(cells, before, ["a", "b", "c", "d", "e"])).toEqual(cells);
    expect(followRows(cells, before, ["a", "x", "b", "c"])).toEqual(onlyCell(cell(1, 0)));
  });
});

describe("the figures of a selection", () => {
  const figures = (values: (string | null)[]) =>
    figuresOf(
      [{ top: 0, bottom: values.length - 1, columns: [0, 1] }],
      (column) => column === 0,
      ({ row }) => values[row] ?? null,
    );

  it("are those of its numbers, added up exactly", () => {
    expect(figures(["9007199254740993", "0.10", null, "0.2", "-3"])).toEqual({
      count: 4,
      sum: "9,007,199,254,740,990.30",
      average: "2,251,799,800,000,000",
      least: "-3",
      greatest: "9,007,199,254,740,993",
    });
    expect(figures(["-0.5", "0.25"])?.sum).toBe("-0.25");
  });

  it("1.8: keep every digit of numbers of 19, of the least and the greatest, too", () => {
    const [least, most, first] = ["-9223372036854775808", "9223372036854775807", "1702292043303580221"];
    expect(figures([least, most])?.sum).toBe("-1");
    expect(figures([most, most])?.sum).toBe("18,446,744,073,709,551,614");
    expect(figures(["9223372036854775806", most, "9223372036854775805"])).toMatchObject({
      ...{ least: "9,223,372,036,854,775,805", greatest: "9,223,372,036,854,775,807" },
    });
    expect(figures([first, "1702292043303580220.9", "-0"])).toMatchObject({ greatest: "1,702,292,043,303,580,221" });
    expect(figures(["0.1", "1e30", "Infinity"])).toMatchObject({ least: "0.1", greatest: "Infinity" });
  });

  it("leave out other values than numbers", () => {
    expect(figures(["NaN", "1e3", "1"])).toMatchObject({ count: 2, sum: "1,001", greatest: "1e3" });
    expect(figures([null, "", "x"])).toBeNull();
  });
});
