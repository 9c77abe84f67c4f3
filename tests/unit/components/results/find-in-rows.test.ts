import { expect, it } from "vitest";
import { findInRows, placeFrom, searchPattern } from "@/components/dashboard/results/find/find-in-rows";

async function found(text: string, rows: (string | null)[][], types = ["text", "boolean"]) {
  const columns = types.map((typeName, index) => ({ name: `c${index}`, typeName }));
  let cells: readonly number[] = [];
  const onFound = (all: readonly number[]) => {
    cells = all;
  };
  const pattern = searchPattern(text);
  if (!pattern) return null;
  await findInRows({ columns, rows }, pattern, { signal: new AbortController().signal, onFound });
  return cells;
}

it("every cell with the text is found in the order of reading, in any case, with booleans as words", async () => {
  const rows = [
    ["A.b*", "t"],
    [null, "f"],
    ["xa.B*x", null],
    ["acb", "t"],
  ];
  expect(await found("a.b*", rows)).toEqual([0, 4]);
  expect(await found("TRUE", rows)).toEqual([1, 7]);
  expect(await found("null", rows)).toEqual([]);
  expect(await found("", rows)).toBeNull();
});

it("the next match is looked up from any cell", () => {
  expect([0, 3, 4, 9, 10].map((least) => placeFrom([3, 9], least))).toEqual([0, 0, 1, 1, 2]);
});
