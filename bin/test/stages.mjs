import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pinnedNode, root } from "../paths.mjs";
import { patternOf } from "./select.mjs";
import { withService } from "./service.mjs";

/** Runs each stage with the files and titles that were selected of it. */
export const RUN = {
  verify: (_, options) => run("/bin/sh", ["-c", scripts().verify], options),
  unit: (selection, options) => vitest("unit", selection, options),
  integration: (selection, options) => vitest("integration", selection, options),
  conformance: (selection, options) => vitest("conformance", selection, options),
  e2e: playwright,
};

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
  const [failuresFile, timesFile] = ["failures", "times"].map((name) =>
    join(process.env.TMPDIR, `${suite}-${name}.json`),
  );
  const variables = { COPPICE_TEST_FAILURES_FILE: failuresFile, COPPICE_TEST_TIMES_FILE: timesFile };
  const reporters = ["default", "./bin/test/failure-reporter.mjs", "./bin/test/time-reporter.mjs"];
  const which = ["--project", suite, ...reporters.map((name) => `--reporter=${name}`), ...named];
  const args = ["node_modules/vitest/vitest.mjs", "run", ...which, ...(files?.[suite] ?? [])];
  const result = await run(pinnedNode(), args, { ...options, variables });
  const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, "utf8")) : [];
  return { ...result, failures: readFailures(failuresFile, result), times };
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
export async function run(command, args, { variables = {}, held = false } = {}) {
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
