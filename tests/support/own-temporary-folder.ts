import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";

// Runs before each file, so that the folder names the file that left something in it.
const before = process.env.TMPDIR;
const own = mkdtempSync(join(tmpdir(), "coppice-unit-"));
process.env.TMPDIR = own;
afterAll(() => {
  const left = readdirSync(own);
  process.env.TMPDIR = before ?? "";
  if (before === undefined) delete process.env.TMPDIR;
  rmSync(own, { recursive: true, force: true });
  expect(left, "temporary files that no test removed").toEqual([]);
});
