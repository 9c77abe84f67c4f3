import type { Table } from "../report";
import { REMAINING, type Remaining } from "./remaining";
import { SUITES, type Suite } from "./suites";

/** One test of a driver's own suite. `test` is its file and title, `problem` its message or `null` where it passed. */
export interface Outcome {
  suite: Suite;
  test: string;
  problem: string | null;
}

/** Runs tests, and again where one failed: some hold clocks of 100 ms. Those fail that fail both times. */
export async function confirmed(run: () => Promise<Outcome[]>): Promise<Outcome[]> {
  const outcomes = await run();
  if (outcomes.every(({ problem }) => problem === null)) return outcomes;
  const passed = new Set((await run()).filter(({ problem }) => problem === null).map(({ test }) => test));
  return outcomes.map((outcome) => (passed.has(outcome.test) ? { ...outcome, problem: null } : outcome));
}

/** The failures beside the list of those that remain. */
export interface Comparison {
  known: Map<Remaining, Suite[]>;
  unknown: Outcome[];
  /** Entries of the list whose tests ran and passed everywhere. */
  passed: Remaining[];
}

export function compareWithRemaining(outcomes: readonly Outcome[]): Comparison {
  const known = new Map<Remaining, Suite[]>();
  const unknown: Outcome[] = [];
  for (const outcome of outcomes.filter(({ problem }) => problem !== null)) {
    const entry = REMAINING.find((each) => isAbout(each, outcome));
    if (entry) known.set(entry, [...(known.get(entry) ?? []), outcome.suite]);
    else unknown.push(outcome);
  }
  const passed = REMAINING.filter((entry) => !known.has(entry) && outcomes.some((outcome) => isAbout(entry, outcome)));
  return { known, unknown, passed };
}

export function countsTable(outcomes: readonly Outcome[], { unknown }: Comparison): Table {
  const rows = SUITES.map((suite) => outcomes.filter((outcome) => outcome.suite === suite))
    .filter((ofSuite) => ofSuite.length > 0)
    .map((ofSuite) => {
      const failed = ofSuite.filter(({ problem }) => problem !== null);
      const unexplained = failed.filter((outcome) => unknown.includes(outcome)).length;
      const passed = ofSuite.length - failed.length;
      const met = unexplained === 0 ? "yes" : "no";
      return [ofSuite[0]?.suite ?? "", String(passed), String(failed.length), String(unexplained), "0", met];
    });
  const columns = ["Suite", "Passed", "Failed", "Failed without a reason", "Goal", "Met"];
  return { title: "Tests of the drivers' own suites", columns, rows };
}

export function remainingTable({ known }: Comparison): Table {
  const rows = [...known].map(([{ test, reason }, suites]) => [test, [...new Set(suites)].join("; "), reason]);
  return { title: "Tests that fail", columns: ["Test", "Suite", "Reason"], rows };
}

const isAbout = (entry: Remaining, { suite, test }: Outcome) => entry.test === test && entry.suites.includes(suite);
