import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { redactionOf } from "@/lib/infra/workerd/redaction";

const LINES = [
  "-----BEGIN KEY-----",
  randomBytes(48).toString("base64"),
  randomBytes(47).toString("base64"),
  "-----END KEY-----",
];

describe("SV-M15: secrets in logs", () => {
  it.each([
    ["line feeds", "\n"],
    ["both characters", "\r\n"],
  ])("each line of a value with %s is replaced, the value as a whole before them", (_, between) => {
    const value = LINES.join(between);
    const redact = redactionOf({ PEM: value, OTHER: "other-value" });
    expect(redact(`is ${value}!`)).toBe("is [PEM]!");
    expect(redact(JSON.stringify({ value }))).toBe('{"value":"[PEM]"}');
    for (const line of LINES) expect(redact(`line ${line} of it`)).toBe("line [PEM] of it");
    for (const line of value.split("\n")) expect(redact(line)).toMatch(/^\[PEM\]\r?$/);
    expect(redact(Buffer.from(value).toString("base64"))).toBe("[PEM]");
  });

  it("short lines, and short values, are left where they are", () => {
    const redact = redactionOf({ POEM: "one\ntwo\nthree and more", PIN: "123" });
    expect(redact("one two three and more 123")).toBe("one two [POEM] 123");
  });

  it("Base64 is replaced in both alphabets, with its padding and without, wherever the value begins in it", () => {
    for (const length of [24, 25, 26]) {
      const value = randomBytes(length)
        .toString("latin1")
        .replace(/[^ -~]/g, "ÿ>?");
      const redact = redactionOf({ KEY: value });
      for (const encoding of ["base64", "base64url"] as const) {
        expect(redact(Buffer.from(value).toString(encoding))).toBe("[KEY]");
        for (const before of ["", "a", "ab", "abc", "user:"]) {
          const encoded = Buffer.from(`${before}${value}:after`).toString(encoding);
          const left = redact(encoded);
          expect(left).toContain("[KEY]");
          // The rest of the edges tells two bytes of the value at most.
          const rest = encoded.length - (left.length - "[KEY]".length);
          expect(rest).toBeGreaterThanOrEqual(Math.floor((Buffer.byteLength(value) * 8) / 6) - 2);
        }
      }
    }
  });

  it("hexadecimal digits and the form of addresses are replaced", () => {
    const redact = redactionOf({ KEY: "p@ss/word&more" });
    expect(redact(`?key=${encodeURIComponent("p@ss/word&more")}`)).toBe("?key=[KEY]");
    expect(redact(Buffer.from("p@ss/word&more").toString("hex"))).toBe("[KEY]");
  });

  it("a secret of 40 kB in 600 lines is replaced as a whole", () => {
    const value = Array.from({ length: 600 }, () => randomBytes(48).toString("base64")).join("\n");
    const redact = redactionOf({ BIG: value });
    expect(redact(`${"x".repeat(10_000)}${value}`)).toBe(`${"x".repeat(10_000)}[BIG]`);
  });
});
