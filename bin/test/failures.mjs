import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../paths.mjs";

/** Returns a line for each test, and each file that did not load, that failed by Vitest's JSON report. */
export function describeFailures(reportFile) {
  if (!existsSync(reportFile)) return [];
  const report = JSON.parse(readFileSync(reportFile, "utf8"));
  return report.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && file.status === "failed") return [`${name}: ${firstLine(file.message)}`];
    return failed.map((test) => `${name} > ${test.fullName}: ${firstLine(test.failureMessages[0] ?? "")}`);
  });
}

function firstLine(message) {
  return stripVTControlCharacters(message).split("\n", 1)[0];
}
