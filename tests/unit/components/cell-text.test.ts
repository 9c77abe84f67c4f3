import { expect, it } from "vitest";
import { cellText, inWords } from "@/components/dashboard/grid/cell-text";

it("a cell writes out characters that turn the direction of a text, and leaves text that is right to left as it is", () => {
  expect(cellText("gnp.\u202eexe")).toBe("gnp.‹U+202E›exe");
  expect(cellText("\u2066a\u2069")).toBe("‹U+2066›a‹U+2069›");
  expect(cellText("a\u0000\u001b[31m\u200bb\ufeff\tc")).toBe("a‹U+0000›‹U+001B›[31m‹U+200B›b‹U+FEFF›\tc");
  expect(cellText("👩\u200d🚀 می\u200cخواهم")).toBe("👩\u200d🚀 می\u200cخواهم");
  expect(cellText("שלום\u200f")).toBe("שלום\u200f");
});

it("booleans are words wherever they are shown", () => {
  expect([inWords("boolean", "t"), inWords("boolean", "f"), inWords("boolean", null)]).toEqual(["true", "false", null]);
  expect(inWords("text", "t")).toBe("t");
});
