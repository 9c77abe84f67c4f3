import { describe, expect, it } from "vitest";
import { listedRows, rootsOf, tellingColumns } from "@/components/dashboard/tables/listed-rows";
import type { ListedTable } from "@/lib/sql/tables/resource";

const table = (name: string, partitionOf: string | null = null): ListedTable => ({
  ...{ schema: "public", name, kind: "table", estimatedRows: 1, bytes: 0, comment: null, analyzedAt: null },
  partitionOf: partitionOf === null ? null : { schema: "public", name: partitionOf },
});
const TABLES = [table("books"), table("sales"), table("sales_2025", "sales"), table("sales_2026", "sales")];
const shown = (search: string, unfolded: string[] = []) =>
  listedRows(TABLES, { search, unfolded: new Set(unfolded) }).map((row) => `${row.table.name} ${row.partitions}`);

describe("DA-L1: the list of tables", () => {
  it("counts the partitions of a table, and has them below it once they are unfolded", () => {
    expect(shown("")).toEqual(["books 0", "sales 2"]);
    expect(shown("", ['["public","sales"]'])).toEqual(["books 0", "sales 2", "sales_2025 0", "sales_2026 0"]);
    expect(rootsOf(TABLES)).toHaveLength(2);
  });

  it("finds partitions by their names", () => {
    expect(shown("2026")).toEqual(["sales_2026 0"]);
  });

  it("has a partition by itself whose table can't be read", () => {
    expect(rootsOf([table("alone", "hidden")])).toHaveLength(1);
  });
});

it("DA-L2: the list of tables has no column that says the same of each", () => {
  const none = { schema: false, kind: false, comment: false, analysis: false };
  expect(tellingColumns(TABLES)).toEqual(none);
  const analyzed = { ...table("read"), analyzedAt: "2026-11-26T12:00:00.000Z" };
  expect(tellingColumns([...TABLES, analyzed])).toEqual({ ...none, analysis: true });
  expect(tellingColumns([...TABLES, { ...table("other"), schema: "app", kind: "view", comment: "a" }])).toEqual({
    ...{ schema: true, kind: true, comment: true, analysis: false },
  });
});
