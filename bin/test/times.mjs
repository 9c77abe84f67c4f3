import { scryptSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

/** Seconds of the reference machine's processor that one file may take, unless budgets.json allows it more. */
export const BUDGET_SECONDS = 40;
/** The room of each file over its measured time, for work that runs beside it. */
const ROOM = 2.5;
/** Seconds of the reference machine's processor that the sample of work takes. */
const SAMPLE_SECONDS = 0.063;
const SAMPLES = 5;

const BUDGETS = join(root, "bin", "test", "budgets.json");
const SHOWN = 20;
const TICKS_PER_SECOND = 100;

/** The seconds of processor that the children of this process have used which have ended, and theirs. */
export function childrenSeconds() {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

export function readBudgets() {
  return JSON.parse(readFileSync(BUDGETS, "utf8"));
}

/** Returns how many times as long as the reference machine this one takes for the same work; at least 1. */
export function slowness() {
  const samples = Array.from({ length: SAMPLES }, () => {
    const before = process.cpuUsage();
    scryptSync("password", "salt", 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  });
  return Math.max(1, Math.min(...samples) / SAMPLE_SECONDS);
}

/** Returns a line for each file that took more of the processor than it may on a machine of this slowness. */
export function overBudget(files, budgets, slow) {
  return files
    .map((each) => ({ ...each, budget: (budgets[each.file] ?? BUDGET_SECONDS) * slow }))
    .filter(({ processorSeconds, budget }) => processorSeconds > budget)
    .map(
      ({ file, processorSeconds, budget }) =>
        `${file} took ${processorSeconds.toFixed(0)} s of the processor, and may take ${budget.toFixed(0)} s here.`,
    );
}

/** Returns the files that took most of the processor, one a line. */
export function slowestLines(files) {
  const sorted = files.toSorted((a, b) => b.processorSeconds - a.processorSeconds).slice(0, SHOWN);
  const line = ({ file, seconds, processorSeconds }) =>
    `${processorSeconds.toFixed(1).padStart(7)} s of the processor, ${seconds.toFixed(1).padStart(6)} s: ${file}`;
  return sorted.map(line);
}

/** Returns the budgets with none that a file no longer needs, and none larger than before. */
export function shrunkBudgets(budgets, files, slow) {
  const measured = new Map(files.map(({ file, processorSeconds }) => [file, processorSeconds / slow]));
  const entries = Object.entries(budgets).map(([file, budget]) => {
    const seconds = measured.get(file);
    return [file, seconds === undefined ? budget : Math.min(budget, Math.ceil(seconds * ROOM))];
  });
  return Object.fromEntries(entries.filter(([, budget]) => budget > BUDGET_SECONDS));
}

const ROW = /^\| `?([\w-]+)`? \| ([\d,]+) \| ([\d,]+) \|/;

/** Returns the text with a row in its table of stages for each that was run; the others keep theirs. */
export function withStageTimes(text, stages) {
  const rounded = (seconds) => Math.round(seconds).toLocaleString("en");
  return text
    .split("\n")
    .map((line) => {
      const stage = stages.find(({ name }) => name === ROW.exec(line)?.[1]);
      if (!stage) return line;
      return `| \`${stage.name}\` | ${rounded(stage.seconds)} | ${rounded(stage.processorSeconds)} |`;
    })
    .join("\n");
}

/**
 * Writes the times that the stages took into CONTRIBUTING.md, and lowers the budgets that are higher than they need be.
 */
export function record(stages) {
  const document = join(root, "CONTRIBUTING.md");
  writeFileSync(document, withStageTimes(readFileSync(document, "utf8"), stages));
  const files = stages.flatMap(({ times }) => times ?? []);
  writeFileSync(BUDGETS, `${JSON.stringify(shrunkBudgets(readBudgets(), files, slowness()), null, 2)}\n`);
}
