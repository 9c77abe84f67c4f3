import { describe, expect, it } from "vitest";
import { blockOf, htmlOf, tsvOf } from "@/components/dashboard/grid/tsv";

describe("tab-separated values", () => {
  it("come back as they were, with NULL, empty text, quotes and line breaks", () => {
    const block = [
      ["a", null, "", 'say "hi"'],
      ['"quoted"', "two\nlines", "tab\there", "\r"],
      [null, null, null, null],
      ["", "x", null, '"'],
    ];
    expect(blockOf(tsvOf(block))).toEqual(block);
  });

  it.each([
    ["one value", "oak", [["oak"]]],
    [
      "the line break that spreadsheets end with",
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["an empty line between others", "a\n\nb\n", [["a"], [null], ["b"]]],
    ["a text that only begins with a quote", '"a" or b\t"', [['"a" or b', '"']]],
    ["a quoted line break", '"a\nb"\t""\n', [["a\nb", ""]]],
    ["a row shorter than others", "a\tb\nc", [["a", "b"], ["c"]]],
  ])("are read: %s", (_name, text, block) => {
    expect(blockOf(text)).toEqual(block);
  });

  it("are a table in HTML that holds text alone", () => {
    expect(htmlOf([["<b>", null]])).toBe("<table><tr><td>&lt;b&gt;</td><td></td></tr></table>");
  });
});
