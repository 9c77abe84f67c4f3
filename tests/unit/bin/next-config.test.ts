import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const PRINT = `import("./next.config.mjs").then(async ({ default: configOf }) => {
  const headers = await configOf("phase-production-server").headers();
  console.log(JSON.stringify(headers.map(({ source }) => source)));
});`;

it("OP-L5: Node reads Next's configuration by itself, so that no start loads Next's compiler for it", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PRINT]);
  expect(JSON.parse(stdout)).toContain("/_next/static/:path*");
  expect(stderr).toBe("");
  expect(existsSync("next.config.ts")).toBe(false);
});
