import Papa from "papaparse";
import { expect, it } from "vitest";
import { type Format, rowsText } from "@/components/dashboard/results/export/rows-text";
import { readTable, writtenTable } from "@/components/dashboard/results/export/table-name";

const NASTY = [
  "plain",
  'a "b", c',
  "tab\there",
  "two\r\nlines",
  " edge ",
  "",
  null,
  "=1+1",
  "\\.",
  "O'Neill\\",
  "a|b",
  "gnp.\u202eexe",
];

async function written(format: Format, typeNames: string[], rows: (string | null)[][], table = "t") {
  const columns = typeNames.map((typeName, index) => ({ name: `c${index + 1}`, typeName }));
  return (await rowsText(format, { columns, rows }, { table })).join("");
}

it.for([
  ["csv", ","],
  ["tsv", "\t"],
] as const)("%s keeps every value, and tells NULL from empty text", async ([format, delimiter]) => {
  const rows = NASTY.map((value, index) => [String(index), value]);
  const text = await written(format, ["integer", "text"], rows);
  const read = Papa.parse<string[]>(text.trimEnd(), { delimiter, newline: "\r\n" }).data;
  expect(read).toEqual([["c1", "c2"], ...rows.map(([index, value]) => [index, value ?? ""])]);
  expect(text).toContain(`\r\n5${delimiter}""\r\n6${delimiter}\r\n`);
});

it("JSON keeps numbers that every reader holds, writes the others as text, and json as it is", async () => {
  const types = [
    "integer",
    "bigint",
    "numeric(10,2)",
    "double precision",
    "double precision",
    "boolean",
    "jsonb",
    "text",
  ];
  const rows = [
    ["-7", "9007199254740993", "1.10", "1e+20", "NaN", "t", '{"n": 1.10}', '"\u2028'],
    types.map(() => null),
  ];
  const text = await written("json", types, rows);
  expect(text).toContain('"c3":"1.10","c4":1e+20,"c5":"NaN","c6":true,"c7":{"n": 1.10}');
  expect(JSON.parse(text)).toEqual([
    { c1: -7, c2: "9007199254740993", c3: "1.10", c4: 1e20, c5: "NaN", c6: true, c7: { n: 1.1 }, c8: '"\u2028' },
    Object.fromEntries(types.map((_, index) => [`c${index + 1}`, null])),
  ]);
});

it("1.4: JSON keeps every column when names repeat", async () => {
  const columns = ["a", "a", "a_2", "a"].map((name) => ({ name, typeName: "integer" }));
  const text = (await rowsText("json", { columns, rows: [["1", "2", "3", "4"]] })).join("");
  expect(JSON.parse(text)).toEqual([{ a: 1, a_3: 2, a_2: 3, a_4: 4 }]);
});

it("Markdown shows values as they are, in one line each", async () => {
  const text = await written(
    "markdown",
    ["integer", "text"],
    [
      ["1", "a|b *c* <d>\ne_f _g_"],
      ["2", null],
      ["3", "\u202e&amp;"],
    ],
  );
  expect(text).toBe(
    "| c1 | c2 |\n| ---: | --- |\n| 1 | a\\|b \\*c\\* \\<d\\><br>e_f \\_g\\_ |\n| 2 | NULL |\n| 3 | ‹U+202E›\\&amp; |\n",
  );
});

it("INSERT writes literals by their types, in statements of 500 rows", async () => {
  const types = ["integer", "numeric", "boolean", "text", "bytea", "integer[]"];
  const text = await written("insert", types, [["-1", "NaN", "f", "O'Neill", "\\x00ff", "{1,NULL}"]], "public.Orders");
  expect(text).toBe(
    `INSERT INTO public.Orders (c1, c2, c3, c4, c5, c6) VALUES\n  (-1, 'NaN', false, 'O''Neill', '\\x00ff', '{1,NULL}');\n`,
  );
  const many = await written(
    "insert",
    ["integer"],
    Array.from({ length: 1_001 }, (_, index) => [String(index)]),
  );
  expect(many.match(/INSERT INTO/g)).toHaveLength(3);
});

it("a table is named as written where that is SQL, and quoted otherwise", () => {
  expect(["shop.orders", ' "My Table" ', "order", "my table", 'a"; drop table b'].map(writtenTable)).toEqual([
    "shop.orders",
    '"My Table"',
    '"order"',
    '"my table"',
    '"a""; drop table b"',
  ]);
});

it.for([
  ['select * from public . "Orders" o join x on true', 'public."Orders"'],
  ["-- from nowhere\nselect 'from me', /* from you */ 1 FROM only customers", "customers"],
  ["insert into a.b values (1) returning *", "a.b"],
  ["update t set a = 1 returning a", "t"],
  ["select * from generate_series(1, 2)", ""],
  ["select 1", ""],
] as const)("the table of %s is %s", ([statement, table]) => expect(readTable(statement)).toBe(table));
