import { describe, expect, it } from "vitest";
import { shortTypeName, sqlName, sqlTableName } from "@/components/dashboard/schema-tree/sql-name";
import { schemaId, tableId, treeRows } from "@/components/dashboard/schema-tree/tree-rows";

const table = (name: string, ...columns: string[]) => ({
  name,
  kind: "table" as const,
  columns: columns.map((column) => ({ name: column, typeName: "text", key: null })),
});
const none = { functions: [], types: [] };
const SCHEMAS = [
  { name: "public", tables: [table("customers", "id", "email"), table("orders", "id", "total")], ...none },
  { name: "tools", tables: [table("hammers", "weight")], ...none },
];
const shown = (open: string[], filter = "") =>
  treeRows(SCHEMAS, new Set(open), filter).map(({ name, place, among }) => `${name} ${place}/${among}`);

describe("the tree", () => {
  it("has the lines of the open parts, each with its place", () => {
    expect(shown([])).toEqual(["public 1/2", "tools 2/2"]);
    const open = [schemaId("public"), tableId("public", "orders"), tableId("tools", "hammers")];
    const inside = ["customers 1/2", "orders 2/2", "id 1/2", "total 2/2"];
    expect(shown(open)).toEqual(["public 1/2", ...inside, "tools 2/2"]);
  });

  it("opens down to the columns that a filter asks for, and leaves a table closed that it names", () => {
    expect(shown([], "TOT")).toEqual(["public 1/1", "orders 1/1", "total 1/1"]);
    expect(shown([], "order")).toEqual(["public 1/1", "orders 1/1"]);
    expect(shown([], "customers.em")).toEqual(["public 1/1", "customers 1/1", "email 1/1"]);
    expect(shown([], "tools.")).toEqual(["tools 1/1", "hammers 1/1"]);
    expect(shown([], "tools")).toEqual(["tools 1/1"]);
    expect(shown([], "nothing")).toEqual([]);
  });
});

it("DA-L1: partitions are below the columns of their table, and found by their names", () => {
  const sales = {
    ...table("sales", "day"),
    ...{ kind: "partitioned table" as const, partitions: [{ schema: "old", name: "sales_2025" }] },
  };
  const schemas = [{ name: "public", tables: [sales], ...none }];
  const open = new Set([schemaId("public"), tableId("public", "sales")]);
  expect(treeRows(schemas, open, "").map(({ name, place, among }) => `${name} ${place}/${among}`)).toEqual([
    ...["public 1/1", "sales 1/1", "day 1/2", "sales_2025 2/2"],
  ]);
  const found = treeRows(schemas, new Set(), "2025");
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    ...["schema public", "table sales", "partition sales_2025"],
  ]);
  expect(found.at(-1)).toMatchObject({ schema: "old", parent: tableId("public", "sales") });
});

describe("a name in SQL", () => {
  it.each([
    ["customers", "customers"],
    ["order", '"order"'],
    ["Total", '"Total"'],
    ['a"b', '"a""b"'],
    ["2nd", '"2nd"'],
  ])("%s is %s", (name, written) => {
    expect(sqlName(name)).toBe(written);
  });

  it("has its schema, unless that is found without", () => {
    expect(sqlTableName({ schema: "public", name: "user" })).toBe('"user"');
    expect(sqlTableName({ schema: "my tools", name: "hammers" })).toBe('"my tools".hammers');
  });
});

it.each([
  ["timestamp(3) with time zone", "timestamptz(3)"],
  ["character varying(80)[]", "varchar(80)[]"],
  ["bigint", "int8"],
  ['"character"', '"character"'],
  ["realm", "realm"],
])("the type %s is short as %s", (typeName, short) => {
  expect(shortTypeName(typeName)).toBe(short);
});
