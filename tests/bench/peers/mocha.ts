import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { clientEnvironment } from "./client-environment";
import { confirmed, type Outcome } from "./outcomes";
import type { Suite } from "./suites";

interface MochaTest {
  fullTitle: string;
  err: { message?: string; stack?: string };
}

interface MochaReport {
  passes: MochaTest[];
  failures: MochaTest[];
}

/** The packages of node-postgres whose tests run by Mocha, and their options. */
const PACKAGES: Record<string, readonly string[]> = {
  "pg-cursor": [],
  "pg-pool": [],
  "pg-query-stream": ["--require", "ts-node/register", "test/**/*.ts"],
};
/** The pools of pg-pool's tests have more connections together than a database has by WebSocket, or not, as it happens. */
const OVER_WEBSOCKET = ["pg-cursor", "pg-query-stream"];

/** Runs the tests of node-postgres' other packages. `report` is the file that Mocha writes to. Throws when it writes none. */
export async function runMochaSuites(
  suite: Suite,
  folder: string,
  connectionString: string,
  report: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const names = suite === "node-postgres by WebSocket" ? OVER_WEBSOCKET : Object.keys(PACKAGES);
  for (const name of names) {
    const run = async () => {
      const { passes, failures } = await runPackage({ folder, name, report }, connectionString);
      return [...passes, ...failures].map(({ fullTitle, err }) => {
        return { suite, test: `${name}: ${fullTitle}`, problem: err.stack ?? err.message ?? null };
      });
    };
    outcomes.push(...(await confirmed(run)));
  }
  return outcomes;
}

interface PackageRun {
  folder: string;
  name: string;
  report: string;
}

async function runPackage({ folder, name, report }: PackageRun, connectionString: string): Promise<MochaReport> {
  rmSync(report, { force: true });
  const mocha = join(folder, "node_modules", "mocha", "bin", "mocha.js");
  const reporting = ["--exit", "--reporter=json", `--reporter-option=output=${report}`];
  const child = spawn(process.execPath, [mocha, ...reporting, ...(PACKAGES[name] ?? [])], {
    cwd: join(folder, "packages", name),
    stdio: ["ignore", "ignore", "pipe"],
    env: clientEnvironment(connectionString),
  });
  const [said] = await Promise.all([text(child.stderr), once(child, "close")]);
  return readReport(report, said);
}

function readReport(report: string, said: string): MochaReport {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch (cause) {
    throw new Error(`Mocha wrote no report: ${said}`, { cause });
  }
}
