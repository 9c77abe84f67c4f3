import { describe, expect, it } from "vitest";
import { beginEdit, moved, withStored } from "@/components/dashboard/tables/cell-edit";
import { withBreaksOf } from "@/components/dashboard/tables/line-breaks";
import { pickerOf } from "@/components/dashboard/tables/time-picker";
import { faultOf, meantBy, placeholderOf } from "@/components/dashboard/values/value-check";
import type { BrowsedTable, Column } from "@/lib/sql/tables/resource";
import { textColumn } from "@/tests/support/table-column";

const column = (input: Column["input"], part: Partial<Column> = {}) =>
  textColumn("c", { type: input, baseType: input, input, ...part });

describe("a value that is typed", () => {
  it("is NULL when nothing is typed where the type has no empty value, and empty text otherwise", () => {
    for (const input of ["number", "date", "timestamp", "json", "boolean"] as const) {
      expect(meantBy(column(input), "")).toBeNull();
    }
    expect(meantBy(column("text", { baseType: "uuid" }), "")).toBeNull();
    expect(meantBy(column("text"), "")).toBe("");
    expect(meantBy(column("number"), "0")).toBe("0");
    expect(faultOf(column("text", { isNullable: false }), null)).toMatch(/can't be NULL/);
    expect(faultOf(column("text"), null)).toBeNull();
  });

  it("is a day that there is, written so that it means one day alone", () => {
    const day = (value: string) => faultOf(column("date"), value);
    for (const value of ["2026-02-28", "2024-02-29", "0044-03-15 BC", "infinity", "today", " 2026-01-01 "]) {
      expect(day(value), value).toBeNull();
    }
    for (const value of ["2026-02-29", "2026-13-01", "2026-04-31", "1900-02-29"]) {
      expect(day(value), value).toBe("Not a valid date.");
    }
    for (const value of ["02/03/2026", "3.2.2026", "2026-2-3", "soon"])
      expect(day(value), value).toMatch(/^Enter a date/);
  });

  it("1.7: is a day of an age that JavaScript doesn't reach, and no picker is shown one that it can't hold", () => {
    for (const value of ["0001-02-29 BC", "4713-01-01 BC", "5874897-12-31", "12000-12-12", "-infinity"]) {
      expect(faultOf(column("date"), value), value).toBeNull();
      expect(pickerOf(column("date"), value), value).toBeNull();
    }
    expect(faultOf(column("date"), "0004-02-29 BC")).toBe("Not a valid date.");
    for (const value of ["0044-03-15 12:00:00+00 BC", "294276-12-31 23:59:59.999999+00", "infinity"]) {
      expect(faultOf(column("timestamp"), value), value).toBeNull();
      expect(pickerOf(column("timestamp"), value), value).toBeNull();
    }
  });

  it("is a moment with or without a zone", () => {
    const moment = (value: string) => faultOf(column("timestamp"), value);
    for (const value of ["2026-03-01", "2026-03-01 09:30", "2026-03-01T09:30:00.5Z", "2026-03-01 09:30:00+05:30"]) {
      expect(moment(value), value).toBeNull();
    }
    expect(moment("2026-03-01 25:00")).toBe("Not a valid time.");
    expect(moment("2026-02-30 10:00")).toBe("Not a valid date.");
    expect(moment("1 March 2026")).toMatch(/^Enter a date/);
  });

  it("is bytes in hexadecimal alone: PostgreSQL would store the letters of anything else", () => {
    const bytes = (value: string) => faultOf(column("text", { baseType: "bytea" }), value);
    for (const value of ["", "\\x", "\\x7a7A", "\\x7a 7a"]) expect(bytes(value), value).toBeNull();
    for (const value of ["zz", "\\x7", "\\xzz", "7a7a", "a\\000"]) expect(bytes(value), value).toMatch(/^Enter bytes/);
  });

  it("has a field that tells the value that an empty one would be stored as", () => {
    expect(placeholderOf(column("text"))).toBe("empty string");
    expect(placeholderOf(column("number", { type: "integer" }))).toBe("integer");
    expect(placeholderOf(column("text", { baseType: "bytea", type: "bytea" }))).toBe("bytea");
  });
});

describe("an edit of a cell", () => {
  it("1.6: leaves the line breaks as they were that a field of the page can't hold", () => {
    const stored = "one\r\ntwo\rthree\nfour";
    expect(withBreaksOf(stored, "one\ntwo\nthree\nfour")).toBe(stored);
    expect(withBreaksOf(stored, "one\ntwo!\nthree\nfour")).toBe("one\r\ntwo!\rthree\nfour");
    expect(withBreaksOf(stored, "one\nfour")).toBe("one\r\nfour");
    expect(withBreaksOf(stored, "one\ntwo\nthree\nfour\n")).toBe(`${stored}\r\n`);
    expect(withBreaksOf("a\nb", "a\n\nb")).toBe("a\n\nb");
    expect(withBreaksOf(null, "a\nb")).toBe("a\nb");
    expect(withBreaksOf("a\r\nb", "")).toBe("");
  });

  const table = (cells: (string | null)[], cut: number[] = []): BrowsedTable => ({
    shape: {
      schema: "public",
      name: "t",
      kind: "table",
      primaryKey: ["id"],
      foreignKeys: [],
      estimatedRows: null,
      columns: [column("number", { name: "id" }), column("text", { name: "word" })],
      readOnlyReason: null,
      restorePointReason: null,
    },
    rows: [{ key: { id: "1" }, cells, cut }],
    rowsBefore: 0,
    previous: null,
    next: null,
    faults: [],
    isCountedOff: false,
  });
  const cell = { row: 0, column: 1 };
  const begin = (cells: (string | null)[], cut: number[] = [], typed?: string | null) =>
    beginEdit(table(cells, cut), cell, { readOnlyReason: null, typed });

  it("begins with the value, or with text typed over it, and grows where it is long", () => {
    expect(begin(["1", "a"])).toMatchObject({ seen: "a", draft: "a", isWide: false, key: { id: "1" } });
    expect(begin(["1", null])).toMatchObject({ seen: null, draft: null, isWide: false });
    expect(begin(["1", "a"], [], "x")).toMatchObject({ seen: "a", draft: "x" });
    expect(begin(["1", "a\nb"])).toMatchObject({ isWide: true });
    expect(begin(["1", "a"], [], "pasted\nlines")).toMatchObject({ draft: "pasted\nlines", isWide: true });
    expect(begin(["1", "a".repeat(240)], [1])).toMatchObject({ seen: undefined, draft: null, isWide: true });
    const fixed = beginEdit(table(["1", "a"]), cell, { readOnlyReason: "It is a view." });
    expect(fixed).toMatchObject({ readOnlyReason: "It is a view.", isWide: true });
  });

  it("leaves the row as it was stored, under the key it has now", () => {
    const long = "b".repeat(300);
    const [row] = withStored(table(["1", "a"]), cell, { id: "7", word: long }).rows;
    expect(row).toEqual({ key: { id: "7" }, cells: ["7", long.slice(0, 240)], cut: [1] });
    expect(withStored(table(["1", "a"]), cell, { word: null }).rows[0]?.cells).toEqual(["1", null]);
  });

  it("goes on to the next cell, and not off the grid", () => {
    const shown = table(["1", "a"]);
    expect(moved({ row: 0, column: 0 }, "right", shown)).toEqual({ row: 0, column: 1 });
    expect(moved(cell, "right", shown)).toEqual(cell);
    expect(moved(cell, "down", shown)).toEqual(cell);
    expect(moved(cell, "left", shown)).toEqual({ row: 0, column: 0 });
  });
});
