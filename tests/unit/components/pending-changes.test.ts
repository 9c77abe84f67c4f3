import { describe, expect, it } from "vitest";
import { clearedAs, pastedAs, placesOf, writesOf } from "@/components/dashboard/tables/paste";
import {
  changesOf,
  checked,
  countOf,
  NOTHING_PENDING,
  overlaid,
  withAdded,
  withDeleted,
  withWritten,
} from "@/components/dashboard/tables/pending";
import { doneText, firstFault, markOf, standIn } from "@/components/dashboard/tables/pending-marks";
import type { BrowsedTable } from "@/lib/sql/tables/resource";
import { textColumn } from "@/tests/support/table-column";

const integer = { type: "integer", baseType: "integer", input: "number" } as const;
const columns = [
  textColumn("id", { ...integer, isNullable: false, default: "the next number" }),
  textColumn("name", { isNullable: false }),
  textColumn("size", integer),
];
const table: BrowsedTable = {
  shape: {
    ...{ schema: "public", name: "goods", kind: "table", columns, primaryKey: ["id"], foreignKeys: [] },
    ...{ estimatedRows: 3, readOnlyReason: null, restorePointReason: null },
  },
  rows: ["1", "2", "3"].map((id) => ({ key: { id }, cells: [id, `good ${id}`, "7"], cut: [] })),
  ...{ previous: null, next: null, rowsBefore: 0, faults: [], isCountedOff: false },
};
const write = (row: number, name: string, value: string | null, seen: string | null = null) => ({
  ...{ row, column: name, value, seen },
});
const whole = ({ row, column: place }: { row: number; column: number }) => table.rows[row]?.cells[place] ?? null;

describe("changes that are collected", () => {
  it("are shown over the rows, counted, and made as deletes, updates and inserts", () => {
    let pending = withWritten(NOTHING_PENDING, table, [
      write(0, "name", "chair", "good 1"),
      write(0, "size", null, "7"),
      write(0, "name", "stool", "chair"),
    ]);
    pending = withDeleted(pending, table, new Set([1]));
    pending = withWritten(withAdded(pending, 1), table, [write(3, "name", "lamp")]);
    expect(countOf(pending)).toBe(4);
    expect(overlaid(table, pending).rows.map(({ cells }) => cells)).toEqual([
      ["1", "stool", null],
      ["2", "good 2", "7"],
      ["3", "good 3", "7"],
      [null, "lamp", null],
    ]);
    const of = { schema: "public", name: "goods" };
    expect(changesOf(table, pending).changes).toEqual([
      { kind: "delete", table: of, key: { id: "2" } },
      {
        ...{ kind: "update", table: of, key: { id: "1" } },
        ...{ values: { name: "stool", size: null }, expected: { name: "good 1", size: "7" } },
      },
      { kind: "insert", table: of, values: { name: "lamp" } },
    ]);
    expect([markOf(table, pending, 0, 1), markOf(table, pending, 0, 0)]).toEqual(["changed", null]);
    expect([markOf(table, pending, 1), markOf(table, pending, 3)]).toEqual(["deleted", "added"]);
    expect(doneText(pending)).toBe("4 changes applied.");
  });

  it("are none once a value is as it was, or a row is kept after all", () => {
    const changed = withWritten(NOTHING_PENDING, table, [write(0, "size", "8", "7")]);
    expect(countOf(withWritten(changed, table, [write(0, "size", "7", "8")]))).toBe(0);
    const deleted = withDeleted(NOTHING_PENDING, table, new Set([1, 2]));
    expect(countOf(withDeleted(deleted, table, new Set([1, 2])))).toBe(0);
    expect(countOf(withDeleted(withAdded(NOTHING_PENDING, 2), table, new Set([3])))).toBe(1);
  });

  it("are checked before they are sent, and marked at the value", () => {
    const pending = withWritten(withAdded(NOTHING_PENDING, 1), table, [write(0, "size", "many", "7")]);
    const found = checked(columns, pending);
    expect(firstFault(table, found)).toEqual({ row: 0, column: 2, why: "Enter a whole number." });
    expect(markOf(table, found, 0, 2)).toBe("refused");
    // The new row has no name, which it needs; its other columns have defaults.
    expect([0, 1, 2].map((place) => markOf(table, found, 3, place))).toEqual(["added", "refused", "added"]);
    expect(markOf(table, withWritten(found, table, [write(0, "size", "8")]), 0, 2)).toBe("changed");
  });
});

describe("pasted text", () => {
  const places = (block: (string | null)[][], rect = { top: 1, bottom: 1, left: 1, right: 1 }) =>
    placesOf({ table, block, active: { row: rect.top, column: rect.left }, rects: [rect] });

  it("fills the selection with one value, and goes on from there with several", () => {
    expect(places([["x"]], { top: 0, bottom: 2, left: 1, right: 2 })).toHaveLength(6);
    expect(places([["a", "1", "beyond"], ["b"]])).toEqual([
      { row: 1, column: 1, value: "a" },
      { row: 1, column: 2, value: "1" },
      { row: 2, column: 1, value: "b" },
    ]);
    expect(places([["a"], ["b"], ["c"]]).at(-1)?.row).toBe(3);
  });

  it("means a value of the column's type", () => {
    const flag = textColumn("f", { input: "boolean" });
    expect(["TRUE", "0", "maybe", ""].map((text) => pastedAs(flag, text))).toEqual(["t", "f", "maybe", null]);
    expect(pastedAs(textColumn("n", integer), " 12 ")).toBe("12");
    expect([pastedAs(textColumn("c"), null), pastedAs(textColumn("c", { isNullable: false }), null)]).toEqual([
      null,
      "",
    ]);
    expect([clearedAs(textColumn("c")), clearedAs(textColumn("c", { isNullable: false }))]).toEqual([null, ""]);
  });

  it("is 10,000 cells within seconds of processor time, unless columns are generated", async () => {
    const block = Array.from({ length: 5_000 }, (_, row) => [`row ${row}`, String(row)]);
    const found = await writesOf(table, places(block, { top: 0, bottom: 0, left: 1, right: 1 }), whole);
    const before = process.cpuUsage();
    const pending = checked(columns, withWritten(withAdded(NOTHING_PENDING, 4_997), table, found));
    expect(overlaid(table, pending).rows).toHaveLength(5_000);
    expect(changesOf(table, pending).changes).toHaveLength(5_000);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
    const generated = { ...table, shape: { ...table.shape, columns: [textColumn("id", { isGenerated: true })] } };
    expect(await writesOf(generated, [{ row: 0, column: 0, value: "1" }], whole)).toEqual([]);
  });
});

it("tells the value that a new row gets where it is given nothing", () => {
  expect(columns.map(standIn)).toEqual(["generated", "required", "NULL"]);
  expect(standIn(textColumn("at", { default: "now()" }))).toBe("default: now()");
});
