import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import type { Outcome } from "./outcomes";
import type { Suite } from "./suites";

/** Of the reporter `json` of Vitest. */
interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface NeonRun {
  suite: Suite;
  /** A copy of the driver's sources with its packages. */
  folder: string;
  environment: "node" | "edge-runtime";
  /** Folders of tests in the copy. */
  tests: readonly string[];
  connectionString: string;
  /** The one address of the service. */
  url: string;
}

/** Runs tests of Neon's driver by its own Vitest. `report` is the file that Vitest writes to. Throws when it writes none. */
export async function runNeonSuite(run: NeonRun, report: string): Promise<Outcome[]> {
  const { suite, folder, environment, tests, connectionString, url } = run;
  const config = join(import.meta.dirname, "peers", "neon-config.js");
  const options = [`--config=${config}`, `--environment=${environment}`, "--reporter=json", `--outputFile=${report}`];
  const vitest = join(folder, "node_modules", "vitest", "vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...tests, ...options], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "test", COPPICE_NEON_SUITE: folder },
      ...{ VITE_NEON_DB_URL: connectionString, VITE_NEON_DB_POOLER_URL: connectionString },
      ...{ VITE_COPPICE_URL: url, VITE_WSPROXY: `${new URL(url).host}/v2` },
    },
  });
  const [said] = await Promise.all([text(child.stderr), once(child, "close")]);
  const { testResults } = readReport(report, said);
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(join(folder, "tests"), name);
    // A file that can't be loaded has no tests.
    if (assertionResults.length === 0) return [{ suite, test: file, problem: message || "It has no tests." }];
    return assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status, failureMessages }) => {
        const problem = status === "passed" ? null : (failureMessages[0] ?? "");
        return { suite, test: `${file}: ${fullName}`, problem };
      });
  });
}

function readReport(report: string, said: string): Report {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch (cause) {
    throw new Error(`Vitest wrote no report: ${said}`, { cause });
  }
}
