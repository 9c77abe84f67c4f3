import { describe, expect, it } from "vitest";
import { typedCode, typedDigits } from "@/lib/core/typed-code";

describe("a typed code", () => {
  it.each([
    ...["123456", " 123 456\n", "123-456", "123–456", "123—456", "123−456", "１２３４５６", "١٢٣٤٥٦", "۱۲۳۴۵۶"],
    ...["१२३४५६", "\u200f123456\u200e", "123\u00a0456", "Your code: 123456", "𝟏𝟐𝟑𝟒𝟓𝟔"],
  ])("SI-L2: is read as its digits from %j", (typed) => {
    expect(typedDigits(typed)).toBe("123456");
  });

  it("SI-L2: keeps its letters, without the characters that group them", () => {
    expect(typedCode("abcd–ef 23")).toBe("abcdef23");
    expect(typedCode("ＡＢＣＤ－２３４５")).toBe("ABCD2345");
    expect(typedCode("")).toBe("");
    expect(typedDigits("none")).toBe("");
  });
});
