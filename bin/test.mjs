#!/usr/bin/env node
// npm test [-- <stage> …]: runs the stages in order and stops at the first that fails.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pinnedNode, root } from "./paths.mjs";
import { withService } from "./test/service.mjs";

const scripts = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;
const path = [join(root, "node_modules", ".bin"), dirname(pinnedNode()), process.env.PATH].join(delimiter);
const environment = { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1" };

const STAGES = {
  verify: () => run("/bin/sh", ["-c", scripts.verify]),
  unit: () => vitest("unit"),
  integration: () => vitest("integration"),
  conformance: () => vitest("conformance"),
  e2e: () =>
    withService((variables) =>
      run(pinnedNode(), ["node_modules/@playwright/test/cli.js", "test"], { ...environment, ...variables }),
    ),
};

function vitest(project) {
  return run(pinnedNode(), ["node_modules/vitest/vitest.mjs", "run", "--project", project]);
}

/** Answers whether the command succeeded. A signal reaches it too, and it has clusters to stop before it ends. */
async function run(command, args, env = environment) {
  const child = spawn(command, args, { cwd: root, env, stdio: "inherit" });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  return code === 0;
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in STAGES));
if (unknown) {
  process.stderr.write(`There is no stage ${unknown}; the stages are ${Object.keys(STAGES).join(", ")}.\n`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
for (const [name, stage] of Object.entries(STAGES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const startedAt = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  if (!(await stage())) {
    process.stderr.write(`\nThe stage ${name} failed.\n`);
    process.exit(1);
  }
  process.stdout.write(`== ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
