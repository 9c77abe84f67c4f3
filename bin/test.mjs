#!/usr/bin/env node
// npm test [-- <word> …]: sets up the packages that are needed, runs the stages and stops at the first that fails. A
// word is the name of a stage, or a part of a test file's path or of a test's title (bin/test/select.mjs).
// --changed[=<commit>]: only the tests that the changes since then can reach. --record: writes the times that the
// stages took.
import { rmSync } from "node:fs";
import { pinnedNode } from "./paths.mjs";
import { NothingSelected, narrow, select } from "./test/select.mjs";
import { RUN, run } from "./test/stages.mjs";
import { makeTemporaryFolder } from "./test/temporary-folder.mjs";
import { childrenSeconds, overBudget, readBudgets, record, slowestLines, slowness } from "./test/times.mjs";

/**
 * The stages of a group run side by side. Those that keep the processors busy by themselves take as long one after the
 * other, and none waits for another's.
 */
const GROUPS = [["verify", "unit"], ["integration"], ["conformance"], ["e2e"]];

async function main(given) {
  const options = given.filter((word) => word.startsWith("--"));
  const words = given.filter((word) => !word.startsWith("--"));
  const changed = options.map((option) => /^--changed(?:=(.+))?$/.exec(option)).find((found) => found !== null);
  const isRecorded = options.includes("--record");
  const unknown = options.find((option) => option !== "--record" && !option.startsWith("--changed"));
  if (unknown !== undefined)
    return explain(`There is no option ${unknown}; there are --changed[=<commit>] and --record.`);
  const chosen = chooseOrExplain(words);
  if (chosen === null) return 2;
  const selection = changed ? await narrowToChanged(chosen, changed[1]) : chosen;
  if (selection === null) return 1;
  const [startedAt, before] = [performance.now(), childrenSeconds()];
  const setUp = await run(process.execPath, ["bin/setup.mjs", ...selection.stages]);
  if (!setUp.isSuccess) return 1;
  const setUpTimes = {
    name: "set-up",
    seconds: (performance.now() - startedAt) / 1_000,
    processorSeconds: childrenSeconds() - before,
  };
  const folder = makeTemporaryFolder();
  process.env.TMPDIR = folder;
  try {
    const { isSuccess, stages } = await runGroups(selection);
    if (isRecorded && isSuccess && selection.files === null) record([setUpTimes, ...stages]);
    return isSuccess ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runGroups(selection) {
  const done = [];
  for (const group of GROUPS) {
    const names = group.filter((stage) => selection.stages.includes(stage));
    const stages = await runGroup(names, selection);
    done.push(...stages);
    if (stages.some(({ isSuccess }) => !isSuccess)) return { isSuccess: false, stages: done };
  }
  return { isSuccess: true, stages: done };
}

function explain(message) {
  process.stderr.write(`${message}\n`);
  return 2;
}

function chooseOrExplain(words) {
  try {
    return select(words);
  } catch (error) {
    if (!(error instanceof NothingSelected)) throw error;
    explain(error.message);
    return null;
  }
}

/** Leaves of the selection the tests that a change can reach. */
async function narrowToChanged(selection, commit) {
  const setUp = await run(process.execPath, ["bin/setup.mjs", "unit"]);
  if (!setUp.isSuccess) return null;
  const args = ["bin/test/reached.mjs", ...(commit === undefined ? [] : [commit])];
  const { isSuccess, output } = await run(pinnedNode(), args, { held: true });
  if (!isSuccess) {
    explain(output);
    return null;
  }
  return narrow(selection, JSON.parse(output));
}

/** The first stage of a group writes as it goes; the output of the others is held back until then. */
async function runGroup(names, selection) {
  const startedAt = performance.now();
  let before = childrenSeconds();
  const started = names.map(async (name, i) => {
    const result = await RUN[name](selection, { held: i > 0 });
    // Processes that have ended since the stage before this one are this one's.
    const now = childrenSeconds();
    const processorSeconds = now - before;
    before = now;
    return { ...result, name, seconds: (performance.now() - startedAt) / 1_000, processorSeconds };
  });
  for (const [i, name] of names.entries()) {
    process.stdout.write(`\n== ${name}\n`);
    const { output, seconds, processorSeconds } = await started[i];
    process.stdout.write(
      `${output}== ${name}: ${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of the processor\n`,
    );
  }
  const stages = (await Promise.all(started)).map((stage) => judged(stage, selection));
  for (const stage of stages) report(stage);
  return stages;
}

/** A file that takes more of the processor than it may fails its stage, where whole files were run. */
function judged(stage, { titles }) {
  const over = titles === null ? overBudget(stage.times ?? [], readBudgets(), slowness()) : [];
  return { ...stage, isSuccess: stage.isSuccess && over.length === 0, failures: [...(stage.failures ?? []), ...over] };
}

/** Comes after the output of the whole group, so that the end of a log names the failures. */
function report({ name, isSuccess, failures, times = [] }) {
  if (times.length > 1)
    process.stdout.write(`\nThe files of ${name} that took longest:\n${slowestLines(times).join("\n")}\n`);
  if (isSuccess) return;
  process.stderr.write(`\nThe stage ${name} failed.\n${failures.map((line) => `  ${line}\n`).join("")}`);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.exitCode = await main(process.argv.slice(2));
