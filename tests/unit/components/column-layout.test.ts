import { describe, expect, it } from "vitest";
import {
  arranged,
  orderOf,
  readLayout,
  shownOf,
  withMoved,
  withStep,
} from "@/components/dashboard/tables/column-layout";
import { withCondition, withoutCondition } from "@/components/dashboard/tables/filter-edit";
import { fitted, listOf, listText } from "@/components/dashboard/tables/filter-words";
import { sortedBy } from "@/components/dashboard/tables/sorted-by";
import { pickerOf } from "@/components/dashboard/tables/time-picker";
import type { RowCondition } from "@/lib/sql/tables/filters/resource";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { textColumn } from "@/tests/support/table-column";

const column = (name: string) => textColumn(name);

const table: BrowsedTable = {
  shape: {
    schema: "public",
    name: "t",
    kind: "table",
    primaryKey: ["c"],
    foreignKeys: [],
    estimatedRows: null,
    columns: ["a", "b", "c", "d"].map(column),
    readOnlyReason: null,
    restorePointReason: null,
  },
  rows: [{ key: { c: "3" }, cells: ["1", null, "3", "4"], cut: [3] }],
  rowsBefore: 0,
  previous: null,
  next: null,
  faults: [],
  isCountedOff: false,
};
const { shape } = table;

describe("the layout of columns", () => {
  it("has the key at the left, and columns that it does not know at the end", () => {
    expect(orderOf({}, shape)).toEqual(["c", "a", "b", "d"]);
    expect(orderOf({ order: ["d", "gone", "a"], pinned: [] }, shape)).toEqual(["d", "a", "b", "c"]);
    expect(shownOf({ hidden: ["a", "d"] }, shape)).toEqual(["c", "b"]);
    expect(shownOf({ hidden: ["a", "b", "c", "d"] }, shape)).toEqual(["c"]);
  });

  it("moves columns among the shown ones, pinned ones among themselves", () => {
    expect(orderOf(withMoved({}, shape, "d", "a"), shape)).toEqual(["c", "d", "a", "b"]);
    expect(orderOf(withMoved({}, shape, "a", null), shape)).toEqual(["c", "b", "d", "a"]);
    expect(shownOf(withStep({ hidden: ["b"] }, shape, "a", 1), shape)).toEqual(["c", "d", "a"]);
    expect(shownOf(withStep({}, shape, "d", -1), shape)).toEqual(["c", "a", "d", "b"]);
    const layout = {};
    expect(withStep(layout, shape, "a", -1)).toBe(layout);
    expect(withStep(layout, shape, "d", 1)).toBe(layout);
  });

  it("arranges the values with their columns", () => {
    const { rows, shape: shown } = arranged(table, ["d", "c", "b"]);
    expect(shown.columns.map(({ name }) => name)).toEqual(["d", "c", "b"]);
    expect(rows).toEqual([{ key: { c: "3" }, cells: ["4", "3", null], cut: [0] }]);
  });

  it("is empty where the kept text cannot be read", () => {
    for (const text of [null, "", "{", "[]", '"a"', '{"order":[1],"widths":{"a":"b"},"hidden":"x"}']) {
      expect(readLayout(text)).toEqual({});
    }
    expect(readLayout('{"order":["a"],"widths":{"a":90}}')).toEqual({ order: ["a"], widths: { a: 90 } });
  });
});

describe("a filter", () => {
  const [one, two]: RowCondition[] = [
    { column: "a", operator: "is null" },
    { column: "b", operator: "is null" },
  ] as const;

  it("gets and loses conditions and their alternatives", () => {
    if (!one || !two) throw new Error("Two conditions are needed.");
    const group = withCondition([one], { entry: 0, alternative: 1 }, two);
    expect(group).toEqual([{ any: [one, two] }]);
    expect(withCondition(group, { entry: 1, alternative: 0 }, one)).toEqual([{ any: [one, two] }, one]);
    expect(withoutCondition(group, { entry: 0, alternative: 0 })).toEqual([two]);
    expect(withoutCondition([one], { entry: 0, alternative: 0 })).toEqual([]);
  });

  it("keeps the values that another operator takes", () => {
    const condition: RowCondition = { column: "a", operator: "equals", value: "5" };
    expect(fitted({ ...condition, operator: "in" })).toEqual({ column: "a", operator: "in", values: ["5"] });
    expect(fitted({ ...condition, operator: "between" })).toEqual({
      column: "a",
      operator: "between",
      values: ["5", ""],
    });
    expect(fitted({ ...condition, operator: "is null" })).toEqual({ column: "a", operator: "is null" });
    expect(fitted({ column: "a", operator: "equals", values: ["5", "6"] })).toEqual(condition);
  });

  it("reads pasted lists by line, or by comma and tab", () => {
    expect(listOf("1, 2,,3\t4")).toEqual(["1", "2", "3", "4"]);
    expect(listOf("a, b\r\nc\n\n")).toEqual(["a, b", "c"]);
    for (const values of [["a, b"], ["a", "b, c"]]) expect(listOf(listText(values))).toEqual(values);
  });

  it("has a picker for dates and times that it can show", () => {
    const day = { ...column("day"), input: "date" as const };
    expect(pickerOf(day, "2026-03-01")?.shown).toBe("2026-03-01");
    expect(pickerOf(day, "today")).toBeNull();
    const moment = { ...column("at"), input: "timestamp" as const, baseType: "timestamp with time zone" };
    expect(pickerOf(moment, "2026-03-01 09:30:00+00")?.shown).toBe("2026-03-01T09:30:00");
    expect(pickerOf(moment, "")?.read("2026-03-01T09:30")).toBe("2026-03-01 09:30+00");
    expect(pickerOf(moment, "2026-03-01 09:30:00.5+00")).toBeNull();
    expect(pickerOf(column("text"), "")).toBeNull();
  });
});

describe("the order of rows", () => {
  it("follows clicks: ascending, descending, unsorted; with Shift for one column of several", () => {
    const a = { column: "a", direction: "ascending" as const };
    const b = { column: "b", direction: "ascending" as const };
    expect(sortedBy([], "a", false)).toEqual([a]);
    expect(sortedBy([a], "a", false)).toEqual([{ ...a, direction: "descending" }]);
    expect(sortedBy([{ ...a, direction: "descending" }], "a", false)).toEqual([]);
    expect(sortedBy([a], "b", true)).toEqual([a, b]);
    expect(sortedBy([a, b], "a", true)).toEqual([{ ...a, direction: "descending" }, b]);
    expect(sortedBy([{ ...a, direction: "descending" }, b], "a", true)).toEqual([b]);
    expect(sortedBy([a, b], "b", false)).toEqual([b]);
  });
});
