import { describe, expect, it } from "vitest";
import {
  createTableText,
  detectDialect,
  guessKey,
  guessTypes,
  matchColumns,
  newNames,
  possibleKeys,
  readHead,
  renamed,
} from "@/components/dashboard/csv/read-head";
import type { Column } from "@/lib/sql/tables/resource";

const file = (content: string | Uint8Array<ArrayBuffer>) => new File([content], "x.csv");
const head = async (content: string | Uint8Array<ArrayBuffer>) => {
  const dialect = await detectDialect(file(content));
  return { dialect, head: await readHead(file(content), dialect) };
};
const column = (name: string, isGenerated = false) => ({ name, isGenerated }) as Column;

describe("the first lines of a CSV file", () => {
  it.for([
    ["a,b\n1,2\n", { delimiter: ",", encoding: "utf-8", hasHeader: true }],
    ["a;b\n1;2\n3;4\n", { delimiter: ";", hasHeader: true }],
    ["a\tb\n1\t2\n", { delimiter: "\t" }],
    ["1,2\n3,4\n", { hasHeader: false }],
    ["id,name,name,city\n1,a,b,c\n", { hasHeader: true }],
    ["id,,name\n1,a,b\n", { hasHeader: true }],
    [",,name\n1,a,b\n", { hasHeader: false }],
    [new Uint8Array([0xe4, 44, 98, 10]), { encoding: "windows-1252" }],
    [new Uint8Array(Buffer.from("\uFEFFa,b\n1,2\n", "utf16le")), { encoding: "utf-16le", hasHeader: true }],
  ] as const)("tell how %j is written", async ([content, expected]) => {
    expect((await head(content as string)).dialect).toMatchObject(expected);
  });

  it("are read with quotes, line breaks and a byte order mark", async () => {
    const { head: read } = await head('\uFEFFid,name\n1,"a ""b""\nc"\n');
    const header = ["id", "name"];
    expect(read).toEqual({ names: header, header, rows: [["1", 'a "b"\nc']], isCut: false, fault: null });
  });

  it("are cut before a line that is not whole", async () => {
    const { head: read } = await head(`a,b\n${"1,2\n".repeat(100_000)}`);
    expect(read.isCut).toBe(true);
    expect(new Set(read.rows.map((row) => row.join()))).toEqual(new Set(["1,2"]));
  });

  it("DA-M2: keep a header with a repeated or an empty name, and say which names a new table gets", async () => {
    const { head: read } = await head("id,name,name,,name_2\n1,a,b,c,d\n");
    expect(newNames(read)).toEqual(["id", "name", "name_3", "Column 4", "name_2"]);
    expect(renamed(read)).toEqual(["name_3", "Column 4"]);
    expect(renamed((await head("1,2\n3,4\n")).head)).toEqual([]);
  });

  it.for([
    ["id,name\n1,a\n2,b\n", [0, 1], 0],
    ["name,ID\na,1\na,2\n", [1], 1],
    ["name,n\na,1\na,1\n", [], null],
    ["code,id\nx,1\ny,\n", [0], 0],
    ["price,n\n1.5,2\n2.5,3\n", [0, 1], null],
    ["id,name\n", [], null],
  ] as const)(
    "DA-M1: offer as the primary key what tells the lines apart: %j",
    async ([content, possible, guessed]) => {
      const { head: read } = await head(content);
      expect(possibleKeys(read, "")).toEqual(possible);
      expect(guessKey(read, "", guessTypes(read, ""))).toBe(guessed);
    },
  );

  it.for([
    ['id,name\n1,a\n2,"One 6" step"\n3,b\n4,c\n', { line: 3, message: expect.stringMatching(/middle of a field/) }],
    ['id,name\n1,6" step\n2,b 6" step\n', { line: 2, message: expect.stringMatching(/middle of a field/) }],
    ['id,name\n1,"a\n2,b\n', { line: 2, message: expect.stringMatching(/isn't closed/) }],
    ['id,name\n1, "a"\n2,"b ""c"""\n3,"d\ne"\n', null],
  ] as const)("DA-M3: name the line whose quotes the import refuses: %j", async ([content, fault]) => {
    expect((await head(content)).head.fault).toEqual(fault);
  });

  it("match the columns of a table by name, and by place without a header", async () => {
    const { head: read } = await head("Full Name,ID,other\nx,1,2\n");
    const columns = [column("id"), column("full_name"), column("loud", true)];
    expect(matchColumns(read, columns, true)).toEqual(["full_name", "id", null]);
    expect(matchColumns(read, columns, false)).toEqual(["id", "full_name", null]);
  });

  it("give a new table its types, and its SQL", async () => {
    const { head: read } = await head(
      "n,price,code,day,at,yes,key,none\n1,2.5,007,2026-03-01,2026-03-01T09:30:00Z,true,0190a0b0-0000-7000-8000-000000000000,\n2,3,1,2026-03-02,2026-03-02 10:00,f,0190a0b0-0000-7000-8000-000000000001,\n",
    );
    expect(guessTypes(read, "")).toEqual([
      "bigint",
      "numeric",
      "text",
      "date",
      "timestamptz",
      "boolean",
      "uuid",
      "text",
    ]);
    expect(createTableText({ schema: "public", name: 'a"b' }, [{ name: "x y", type: "text" }])).toBe(
      'CREATE TABLE "public"."a""b" (\n  "x y" text\n)',
    );
    expect(createTableText({ schema: "s", name: "t" }, [{ name: "id", type: "bigint", isKey: true }])).toBe(
      'CREATE TABLE "s"."t" (\n  "id" bigint PRIMARY KEY\n)',
    );
  });
});
