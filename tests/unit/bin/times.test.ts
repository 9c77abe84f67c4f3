import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import {
  BUDGET_SECONDS,
  overBudget,
  readBudgets,
  shrunkBudgets,
  slowestLines,
  withStageTimes,
} from "@/bin/test/times.mjs";

const took = (file: string, processorSeconds: number) => ({ file, seconds: 1, processorSeconds });

it("a file that takes more of the processor than it may is named, with both numbers", () => {
  const files = [took("a.test.ts", 39), took("b.test.ts", 41), took("c.test.ts", 59), took("d.test.ts", 61)];
  const budgets = { "c.test.ts": 60, "d.test.ts": 60 };
  expect(overBudget(files, budgets, 1)).toEqual([
    "b.test.ts took 41 s of the processor, and may take 40 s here.",
    "d.test.ts took 61 s of the processor, and may take 60 s here.",
  ]);
  expect(overBudget(files, budgets, 2)).toEqual([]);
});

it("a budget is lowered and dropped by a run, and never raised", () => {
  const budgets = { a: 90, b: 90, c: 90, d: 80 };
  expect(shrunkBudgets(budgets, [took("a", 20), took("b", 100), took("c", 10)], 1)).toEqual({ a: 50, b: 90, d: 80 });
  expect(shrunkBudgets(budgets, [took("a", 50)], 2)).toMatchObject({ a: 63 });
});

it("each budget is one of a file that is there, and above that of every file", () => {
  for (const [file, budget] of Object.entries(readBudgets())) {
    expect(existsSync(file), file).toBe(true);
    expect(budget).toBeGreaterThan(BUDGET_SECONDS);
  }
});

it("the files that took most come first", () => {
  expect(slowestLines([took("a", 1), took("b", 12.34)])).toEqual([
    "   12.3 s of the processor,    1.0 s: b",
    "    1.0 s of the processor,    1.0 s: a",
  ]);
});

it("the rows of the stages that were run are written anew, and no other line", () => {
  const text = "| stage | seconds |\n|---|--:|\n| `verify` | 32 | 20 |\n| `unit` | 30 | 24 |\n";
  const stages = [{ name: "unit", seconds: 1_234.4, processorSeconds: 99.6 }];
  expect(withStageTimes(text, stages)).toBe(
    "| stage | seconds |\n|---|--:|\n| `verify` | 32 | 20 |\n| `unit` | 1,234 | 100 |\n",
  );
});
