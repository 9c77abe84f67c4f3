import { expect, it } from "vitest";
import { codeInText, sixDigitsOf } from "@/packages/client/src/react/typed-code";

it.each([
  ["123 456", "123456"],
  ["12 34 56", "123456"],
  ["Your code is 123-456. It is good for 5 minutes.", "123456"],
  ["Order 2026-11-29: ١٢٣٤٥٦", "١٢٣٤٥٦"],
  ["12345678", undefined],
  ["abcd-ef23", undefined],
])("3.8: the code that is pasted in %j is %j", (text, code) => {
  expect(codeInText(text)).toBe(code);
});

it.each(["123456", " 123 456\n", "123–456", "１２３４５６", "١٢٣ ٤٥٦", "\u200f123456"])(
  "3.8: a code of the app is told from a backup code, as in %j",
  (text) => expect(sixDigitsOf(text)).toHaveLength(6),
);

it.each(["ABCD-2345", "12345678", "12345", "1234567", ""])("3.8: %j is no code of the app", (text) => {
  expect(sixDigitsOf(text)).toBeUndefined();
});
