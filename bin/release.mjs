#!/usr/bin/env node
// npm run release: makes an archive of the files that run, with everything built, in dist/release, beside it its
// checksum and its bill of materials. It starts with Node.js alone: no npm, compiler or network (docs/operating.md).
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { root } from "./paths.mjs";
import { stageRelease } from "./release/stage.mjs";
import { runCommand } from "./setup/run-command.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const name = `coppice-${version}-${process.platform}-${process.arch}`;
const target = join(root, "dist", "release");
const folder = mkdtempSync(join(tmpdir(), "coppice-release-"));
try {
  process.stdout.write("Collecting the files that run …\n");
  const bill = await stageRelease(join(folder, name));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const archive = join(target, `${name}.tar.gz`);
  process.stdout.write("Packing it …\n");
  // Owners and times of this machine are nobody's business.
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name"];
  await runCommand("tar", [...owner, "-C", folder, "-czf", archive, name]);
  writeFileSync(join(target, `${name}.spdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  const hash = createHash("sha256");
  await pipeline(createReadStream(archive), hash);
  writeFileSync(`${archive}.sha256`, `${hash.digest("hex")}  ${name}.tar.gz\n`);
  process.stdout.write(`${archive} (${Math.round(statSync(archive).size / 1e6)} MB)\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
