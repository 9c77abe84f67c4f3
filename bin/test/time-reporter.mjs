import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "../paths.mjs";

/** A Vitest reporter that writes the time of each file to COPPICE_TEST_TIMES_FILE, for `npm test` to sum up. */
export default class TimeReporter {
  onTestRunEnd(testModules) {
    const files = testModules.map((testModule) => ({
      file: relative(root, testModule.moduleId),
      seconds: testModule.diagnostic().duration / 1_000,
      processorSeconds: testModule.meta().processorSeconds ?? 0,
    }));
    writeFileSync(process.env.COPPICE_TEST_TIMES_FILE, JSON.stringify(files));
  }
}
