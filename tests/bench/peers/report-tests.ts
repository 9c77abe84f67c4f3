import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** A test as it is told to the process that started this one. */
export interface Reported {
  name: string;
  problem: string | null;
}

/** The parts of node-postgres' own test runner that are used here. */
interface Test {
  name: string;
  timeout: number;
  action?: unknown;
  run(done: (error?: Error) => void): void;
}
interface SuiteClass {
  prototype: { run(this: { _queue: { idle(): boolean } }, test: Test, done: () => void): void };
}

const REPORTS = 3;
const suites = new Set<{ idle(): boolean }>();
let hasFailed = false;

// The runner ends the process with the first test that fails; this one goes on and tells of each.
const Suite: SuiteClass = createRequire(join(process.cwd(), "test", "suite.js"))("./suite.js");
Suite.prototype.run = function run(test, done) {
  suites.add(this._queue);
  if (!test.action) return done();
  let isOver = false;
  const end = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(limit);
    hasFailed ||= error !== undefined && error !== null;
    report({ name: test.name, problem: error ? (error.stack ?? String(error)) : null });
    done();
    setImmediate(endAfterFailure);
  };
  const limit = setTimeout(() => end(new Error(`It took more than ${test.timeout} ms.`)), test.timeout);
  test.run(end);
};

/** A test that failed may have left a connection, with which the process would go on for ever. */
function endAfterFailure(): void {
  if (hasFailed && [...suites].every((queue) => queue.idle())) process.exit(1);
}

function report(reported: Reported): void {
  writeSync(REPORTS, `${JSON.stringify(reported)}\n`);
}
