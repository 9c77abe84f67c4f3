#!/usr/bin/env node
// node bin/vendor-scalar.mjs <version>: takes the one file of Scalar that is served from its package into vendor/scalar.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "./paths.mjs";

const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) {
  process.stderr.write("Usage: node bin/vendor-scalar.mjs <version>\n");
  process.exit(2);
}
const PACKAGE = "@scalar/api-reference";
const FILE = "dist/browser/standalone.js";
const place = mkdtempSync(join(tmpdir(), "coppice-scalar-"));
try {
  const packed = execFileSync("npm", ["pack", `${PACKAGE}@${version}`, "--json"], { cwd: place, encoding: "utf8" });
  const [{ filename, integrity }] = JSON.parse(packed);
  execFileSync("tar", ["-xzf", filename], { cwd: place });
  const text = readFileSync(join(place, "package", FILE));
  const sha256 = createHash("sha256").update(text).digest("hex");
  const folder = join(root, "vendor/scalar");
  writeFileSync(join(folder, "standalone.js.br"), brotliCompressSync(text));
  const source = { package: PACKAGE, version, integrity, file: FILE, sha256 };
  writeFileSync(join(folder, "source.json"), `${JSON.stringify(source, null, 2)}\n`);
} finally {
  rmSync(place, { recursive: true, force: true });
}
