import { expect, it } from "vitest";
import { bytesOf, hexDump, isBytes } from "@/components/dashboard/results/value/bytes";
import { momentInZones } from "@/components/dashboard/results/value/moment-in-zones";
import { readArray, readRecord } from "@/components/dashboard/results/value/read-literal";
import { shownValue } from "@/components/dashboard/results/value/value-kind";
import { indentedJson, jsonData } from "@/components/ui/json-data";

it("arrays are read as PostgreSQL writes them", () => {
  expect(readArray('{1,"a, \\"b\\" \\\\",NULL,"NULL","",{x}}')).toEqual(["1", 'a, "b" \\', null, "NULL", "", ["x"]]);
  expect(readArray("[0:1]={{1,2},{3,4}}")).toEqual([
    ["1", "2"],
    ["3", "4"],
  ]);
  expect(readArray("{}")).toEqual([]);
  expect(["{1", "{1}x", "1", "{,}"].map(readArray)).toEqual([null, null, null, null]);
});

it("composite values are read as PostgreSQL writes them", () => {
  expect(readRecord('(1,"a ""b"", \\\\c",,"")')).toEqual(["1", 'a "b", \\c', null, ""]);
  expect(readRecord('("(1,""x"")",t)')).toEqual(['(1,"x")', "t"]);
  expect(["(1", "(1)x)", '("a)'].map(readRecord)).toEqual([null, null, null]);
});

it("JSON as text keeps every digit, repeated names and their order", () => {
  const text = '{"b":1.10,"a":[12345678901234567890, {}],"b":"{\\"x\\": [1,2]}","2":[],"1":null}';
  expect(indentedJson(text)).toBe(
    '{\n  "b": 1.10,\n  "a": [\n    12345678901234567890,\n    {}\n  ],\n  "b": "{\\"x\\": [1,2]}",\n  "2": [],\n  "1": null\n}',
  );
  expect(indentedJson('"a: b"')).toBe('"a: b"');
});

it("numbers that JavaScript would round keep their digits in a tree", () => {
  const data = jsonData('[12345678901234567890, 1.10, 2, "3"]') as [Date, Date, number, string];
  expect([data[0].toISOString(), data[1].toISOString(), data[2], data[3]]).toEqual([
    "12345678901234567890",
    "1.10",
    2,
    "3",
  ]);
  expect(jsonData("{oops")).toBeUndefined();
});

it("1.6: JSON of which a tree would lose a name, or move one, is shown as text", () => {
  const kindOf = (text: string) => shownValue("json", text).kind;
  expect(kindOf('{"code":"X", "code":"Y"}')).toBe("text");
  expect(kindOf('{"a":[{"e":1e400,"10":"x","2":"z"}]}')).toBe("text");
  expect(kindOf('{"2":"z","10":"x","01":"y","a:":{"\\u0041":"b"},"__proto__":1}')).toBe("tree");
});

it("bytes are shown in lines of 16 with their offset and their ASCII", () => {
  const value = `\\x${"00".repeat(16)}48690aff`;
  expect(hexDump(bytesOf(value))).toBe(
    `00000000  ${"00 00 00 00 00 00 00 00  ".repeat(2)}................\n00000010  48 69 0a ff${" ".repeat(39)}Hi..`,
  );
  expect([isBytes("\\x"), isBytes("\\x0"), isBytes("\\000")]).toEqual([true, false, false]);
});

it("1.7: a timestamp is shown in UTC and in the reader's time zone, to the microsecond", () => {
  expect(momentInZones("2024-05-01 23:30:00.123456+00", "Europe/Berlin")).toEqual({
    utc: "Wed, 1 May 2024, 23:30:00.123456",
    local: "Thu, 2 May 2024, 01:30:00.123456",
    zone: "Europe/Berlin",
  });
  const ides = momentInZones("0044-03-15 12:00:00+00 BC", "Europe/Berlin");
  expect(ides).toMatchObject({ utc: "Fri, 15 Mar 44 BC, 12:00:00", local: "Fri, 15 Mar 44 BC, 12:53:28" });
  expect([momentInZones("infinity"), momentInZones("x")]).toEqual([null, null]);
});

it.for([
  ["jsonb", '{"a": 1}', "tree"],
  ["json", "12", "text"],
  ["text", ' [{"a": 1}]', "tree"],
  ["text", "[not json", "text"],
  ["text", "(1,2)", "text"],
  ["integer[]", "{1,2}", "tree"],
  ["point", "(1,2)", "text"],
  ["address", '("Main Street 1",Berlin)', "tree"],
  ["int4range", "[1,5)", "text"],
  ["bytea", "\\x00", "bytes"],
  ["timestamp(3) with time zone", "2024-05-01 10:00:00+00", "moment"],
] as const)("%s %s is shown as %s", ([typeName, value, kind]) => expect(shownValue(typeName, value).kind).toBe(kind));

it("a document whose tree would take seconds is shown as text", () => {
  expect(shownValue("jsonb", JSON.stringify(Array(100_001).fill(1))).kind).toBe("text");
});
