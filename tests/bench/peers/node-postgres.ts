import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { clientEnvironment } from "./client-environment";
import { confirmed, type Outcome } from "./outcomes";
import type { Reported } from "./report-tests";
import type { Suite } from "./suites";

const FILE_LIMIT_MS = 60_000;

/** Runs the files of node-postgres' integration tests in turn, each in a process of its own. `folder` is a copy of its sources. */
export async function runNodePostgresSuite(suite: Suite, folder: string, connectionString: string): Promise<Outcome[]> {
  const root = join(folder, "packages", "pg");
  const tests = join(root, "test", "integration");
  const files = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("-tests.js"));
  const outcomes: Outcome[] = [];
  for (const file of files.sort()) {
    const nameOf = ({ name }: Reported) => (name === "" ? file : `${file}: ${name}`);
    const run = async () => {
      const ofFile = await runFile({ root, path: join(tests, file) }, connectionString);
      return ofFile.map((each) => ({ suite, test: nameOf(each), problem: each.problem }));
    };
    outcomes.push(...(await confirmed(run)));
  }
  return outcomes;
}

/** Returns the tests of a file; those that only a process can fail, such as one that never ends, have an empty name. */
async function runFile({ root, path }: { root: string; path: string }, connectionString: string): Promise<Reported[]> {
  const reporter = join(import.meta.dirname, "peers", "report-tests.js");
  const child = spawn(process.execPath, ["--import", reporter, path], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: clientEnvironment(connectionString),
  });
  const limit = setTimeout(() => child.kill("SIGKILL"), FILE_LIMIT_MS);
  const [, out, err, reports] = child.stdio;
  if (!out || !err || !reports || !("readable" in reports)) throw new Error("The process has no pipes.");
  const closed = once(child, "close");
  const [printed, complained, reported] = await Promise.all([text(out), text(err), text(reports)]);
  const [code, signal] = await closed;
  clearTimeout(limit);
  const tests = reported
    .split("\n")
    .filter(Boolean)
    .map((line): Reported => JSON.parse(line));
  if (code === 0) return tests.length > 0 ? tests : [{ name: "", problem: null }];
  if (tests.some(({ problem }) => problem !== null)) return tests;
  const end = signal === null ? `It ended with ${code}.` : `It did not end within ${FILE_LIMIT_MS / 1_000} s.`;
  return [...tests, { name: "", problem: `${end}\n${printed}${complained}` }];
}
