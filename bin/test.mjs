#!/usr/bin/env node
// npm test [-- <word> …]: sets up what is needed, runs the stages and stops at the first that fails. A word is the
// name of a stage, or a part of a test file's path or of a test's title (bin/test/select.mjs).
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pinnedNode, root } from "./paths.mjs";
import { NothingSelected, patternOf, select } from "./test/select.mjs";
import { withService } from "./test/service.mjs";

/** Members of a group run side by side; the stages of Vitest among them share one run. */
const GROUPS = [["verify", "unit"], ["integration", "conformance"], ["e2e"]];

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.exitCode = await main(process.argv.slice(2));

async function main(words) {
  const selection = chooseOrExplain(words);
  if (selection === null) return 2;
  const setUp = ["bin/setup.mjs", ...selection.stages];
  if (!(await run(process.execPath, setUp)).isSuccess) return 1;
  for (const group of GROUPS) {
    const stages = group.filter((stage) => selection.stages.includes(stage));
    if (stages.length > 0 && !(await runGroup(stages, selection))) return 1;
  }
  return 0;
}

function chooseOrExplain(words) {
  try {
    return select(words);
  } catch (error) {
    if (!(error instanceof NothingSelected)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

/** The first part of a group writes as it goes; what the others write is held back until then. */
async function runGroup(stages, selection) {
  const parts = [];
  if (stages.includes("verify")) parts.push({ name: "verify", run: verify });
  const suites = stages.filter((stage) => stage !== "verify" && stage !== "e2e");
  if (suites.length > 0) parts.push({ name: suites.join(", "), run: (held) => vitest(suites, selection, held) });
  if (stages.includes("e2e")) parts.push({ name: "e2e", run: () => playwright(selection) });
  const startedAt = performance.now();
  const started = parts.map((part, i) => part.run(i > 0).then((result) => ({ ...result, endedAt: performance.now() })));
  let isSuccess = true;
  for (const [i, { name }] of parts.entries()) {
    process.stdout.write(`\n== ${name}\n`);
    const result = await started[i];
    process.stdout.write(result.output);
    process.stdout.write(`== ${name}: ${((result.endedAt - startedAt) / 1_000).toFixed(1)} s\n`);
    if (!result.isSuccess) process.stderr.write(`\nThe stage ${name} failed.\n`);
    isSuccess &&= result.isSuccess;
  }
  return isSuccess;
}

function verify(held) {
  const { verify } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;
  return run("/bin/sh", ["-c", verify], { held });
}

function vitest(suites, { files, titles }, held) {
  const projects = suites.flatMap((suite) => ["--project", suite]);
  const chosen = files === null ? [] : suites.flatMap((suite) => files[suite]);
  const named = titles === null ? [] : ["--testNamePattern", patternOf(titles)];
  return run(pinnedNode(), ["node_modules/vitest/vitest.mjs", "run", ...projects, ...named, ...chosen], { held });
}

async function playwright({ files, titles }) {
  const named = titles === null ? [] : ["--grep", patternOf(titles)];
  const args = ["node_modules/@playwright/test/cli.js", "test", ...named, ...(files?.e2e ?? [])];
  const isSuccess = await withService(async (variables) => (await run(pinnedNode(), args, { variables })).isSuccess);
  return { isSuccess, output: "" };
}

/** Says whether the command succeeded. A signal reaches it too, and it has clusters to stop before it ends. */
async function run(command, args, { variables = {}, held = false } = {}) {
  const path = [join(root, "node_modules", ".bin"), ...nodeFolders(), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ...variables };
  if (held && process.stdout.isTTY) env.FORCE_COLOR = "1";
  const child = spawn(command, args, { cwd: root, env, stdio: held ? ["inherit", "pipe", "pipe"] : "inherit" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { isSuccess: code === 0, output };
}

function nodeFolders() {
  const node = pinnedNode();
  return node === null ? [] : [dirname(node)];
}
