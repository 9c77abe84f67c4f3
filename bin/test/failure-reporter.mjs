import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../paths.mjs";

/**
 * A Vitest reporter that writes one line for each failed test, each file that did not load and each error outside
 * of tests to COPPICE_TEST_FAILURES_FILE, for `npm test` to repeat at the end of its output.
 */
export default class FailureReporter {
  onTestRunEnd(testModules, unhandledErrors, reason) {
    const lines = [
      ...testModules.flatMap(describeModule),
      ...unhandledErrors.map((error) => `outside of tests: ${describeError(error)}`),
    ];
    const failures = lines.length === 0 && reason !== "passed" ? [`The run ${reason}.`] : lines;
    writeFileSync(process.env.COPPICE_TEST_FAILURES_FILE, JSON.stringify(failures));
  }
}

function describeModule(testModule) {
  const file = relative(root, testModule.moduleId);
  const suites = [testModule, ...testModule.children.allSuites()];
  return [
    ...suites.flatMap((suite) => suite.errors().map((error) => `${file}: ${describeError(error)}`)),
    ...[...testModule.children.allTests("failed")].map((test) => describeTest(file, test)),
  ];
}

function describeTest(file, test) {
  const { errors = [] } = test.result();
  return `${file} > ${test.fullName}: ${errors.map(describeError).join("; ")}`;
}

/** Adds the first line of the stack that is in this repository, which is all there is of an error outside of tests. */
function describeError({ message, stack = "" }) {
  const place = stack.split("\n").find((line) => line.includes(root) && !line.includes("node_modules"));
  const what = stripVTControlCharacters(String(message)).split("\n", 1)[0];
  return place === undefined ? what : `${what} (${place.trim().replaceAll(root, "")})`;
}
