import { expect, it } from "vitest";
import { createLogger } from "@/lib/infra/logger";

const ESCAPE = "\u001b";
const HOSTILE = `a\r\n{"level":30,"msg":"forged"}${ESCAPE}[2J${ESCAPE}]0;title\u0007\u009b31m\u2028b`;

/** Returns the lines that the logger writes for these errors. */
function logged(...errors: unknown[]): string[] {
  const written: string[] = [];
  const log = createLogger("info", { write: (line) => void written.push(line) });
  for (const err of errors) log.error({ err }, "request failed");
  return written;
}

it("LG-02: line breaks and terminal codes from outside stay within one line, as text", () => {
  for (const error of [new Error(HOSTILE), HOSTILE, new Error("x", { cause: new Error(HOSTILE) })]) {
    const [line = "", ...others] = logged(error);
    expect(others).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the log must hold none but the end of its line.
    expect(line).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+\n$/);
    expect(JSON.stringify(JSON.parse(line))).toContain("forged");
  }
});

it("LG-02: a megabyte from outside, such as a header's value, is cut", () => {
  const [line = ""] = logged(new Error(`Bad user agent: ${"a".repeat(1_000_000)}`));
  expect(line.length).toBeLessThan(10_000);
  expect(JSON.parse(line).err.message).toMatch(/^Bad user agent: a+\u2026$/);
});

it("keeps passwords out, also where the text is cut", () => {
  const [line = ""] = logged(new Error(`${"a".repeat(4_060)} postgres://user:hunter2hunter2@host.example/db`));
  expect(line).not.toContain("hunter2");
});
