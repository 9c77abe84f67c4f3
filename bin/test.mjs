#!/usr/bin/env node
// npm test [-- <word> …]: sets up what is needed, runs the stages and stops at the first that fails. A word is the
// name of a stage, or a part of a test file's path or of a test's title (bin/test/select.mjs).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pinnedNode, root } from "./paths.mjs";
import { NothingSelected, patternOf, select } from "./test/select.mjs";
import { withService } from "./test/service.mjs";
import { makeTemporaryFolder } from "./test/temporary-folder.mjs";

/** The stages of a group run side by side. */
const GROUPS = [["verify", "unit"], ["integration", "conformance"], ["e2e"]];

const RUN = {
  verify: (_, options) => run("/bin/sh", ["-c", scripts().verify], options),
  unit: (selection, options) => vitest("unit", selection, options),
  integration: (selection, options) => vitest("integration", selection, options),
  conformance: (selection, options) => vitest("conformance", selection, options),
  e2e: playwright,
};

async function main(words) {
  const selection = chooseOrExplain(words);
  if (selection === null) return 2;
  const setUp = ["bin/setup.mjs", ...selection.stages];
  if (!(await run(process.execPath, setUp)).isSuccess) return 1;
  const folder = makeTemporaryFolder();
  process.env.TMPDIR = folder;
  try {
    return (await runGroups(selection)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runGroups(selection) {
  for (const group of GROUPS) {
    const stages = group.filter((stage) => selection.stages.includes(stage));
    if (stages.length > 0 && !(await runGroup(stages, selection))) return false;
  }
  return true;
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

/** The first stage of a group writes as it goes; what the others write is held back until then. */
async function runGroup(stages, selection) {
  const startedAt = performance.now();
  const started = stages.map(async (stage, i) => {
    const result = await RUN[stage](selection, { held: i > 0 });
    return { ...result, seconds: (performance.now() - startedAt) / 1_000 };
  });
  let isSuccess = true;
  for (const [i, stage] of stages.entries()) {
    process.stdout.write(`\n== ${stage}\n`);
    const result = await started[i];
    process.stdout.write(`${result.output}== ${stage}: ${result.seconds.toFixed(1)} s\n`);
    isSuccess &&= result.isSuccess;
  }
  for (const [i, stage] of stages.entries()) reportFailure(stage, await started[i]);
  return isSuccess;
}

/** Comes after the output of the whole group, so that the end of a log says what failed. */
function reportFailure(stage, { isSuccess, failures = [] }) {
  if (isSuccess) return;
  process.stderr.write(`\nThe stage ${stage} failed.\n${failures.map((line) => `  ${line}\n`).join("")}`);
}

/** A run that was killed has written no file. */
function readFailures(file, { code, signal }) {
  if (!existsSync(file)) return [`Vitest ended with ${signal ?? `exit code ${code}`} before its tests did.`];
  return JSON.parse(readFileSync(file, "utf8"));
}

function scripts() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;
}

async function vitest(suite, { files, titles }, options) {
  const named = titles === null ? [] : ["--testNamePattern", patternOf(titles)];
  const failuresFile = join(process.env.TMPDIR, `${suite}-failures.json`);
  const variables = { COPPICE_TEST_FAILURES_FILE: failuresFile };
  const reporters = ["--reporter=default", "--reporter=./bin/test/failure-reporter.mjs"];
  const which = ["--project", suite, ...reporters, ...named, ...(files?.[suite] ?? [])];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...which];
  const result = await run(pinnedNode(), args, { ...options, variables });
  return { ...result, failures: readFailures(failuresFile, result) };
}

async function playwright({ files, titles }, options) {
  const named = titles === null ? [] : ["--grep", patternOf(titles)];
  const args = ["node_modules/@playwright/test/cli.js", "test", ...named, ...(files?.e2e ?? [])];
  const isSuccess = await withService(async (variables) => {
    const result = await run(pinnedNode(), args, { ...options, variables });
    return result.isSuccess;
  });
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
  const [code, signal] = await once(child, "close");
  return { isSuccess: code === 0, code, signal, output };
}

function nodeFolders() {
  const node = pinnedNode();
  return node === null ? [] : [dirname(node)];
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.exitCode = await main(process.argv.slice(2));
