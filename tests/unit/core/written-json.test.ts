import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonMembers, WrittenJson, writeJson } from "@/lib/core/written-json";

it("SV-H4: an object is taken apart and put together again without a change", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(object, fc.constantFrom(undefined, 1), (value, indent) => {
      const members = jsonMembers(JSON.stringify(value, null, indent));
      if (!members) throw new Error("it is an object");
      expect(Object.fromEntries([...members].map(([key, text]) => [key, JSON.parse(text)]))).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
      const written = Object.fromEntries([...members].map(([key, text]) => [key, new WrittenJson(text)]));
      expect(JSON.parse(writeJson(written))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { seed: 20261126 },
  );
});

it("SV-H4: digits, spaces and equal keys of a member stay", () => {
  const members = jsonMembers(' { "a" : {"n": 9007199254740993, "n":1.10} , "b":-0, "c": "\\"}", "d":[ ] } ');
  expect([...(members ?? [])]).toEqual([
    ["a", '{"n": 9007199254740993, "n":1.10}'],
    ["b", "-0"],
    ["c", '"\\"}"'],
    ["d", "[ ]"],
  ]);
});

it.each(["", "[1]", "1", '"a"', "null", '{"a"}', "{1:2}", '{"a":1 "b":2}', '{"a":1,}', '{"a":[1}'])(
  "%s is no object",
  (text) => {
    expect(jsonMembers(text)).toBeNull();
  },
);
