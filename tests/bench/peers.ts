import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ApiCaller } from "./api";
import { type CleanUp, withCleanUp } from "./clean-up";
import { machineFacts } from "./machine";
import { runMochaSuites } from "./peers/mocha";
import { runNeonSuite } from "./peers/neon";
import { runNodePostgresSuite } from "./peers/node-postgres";
import { compareWithRemaining, countsTable, type Outcome, remainingTable } from "./peers/outcomes";
import { openRelay } from "./peers/relay";
import { printReport, writeReport } from "./report";
import { startService, temporaryFolder } from "./service";
import { startDoor } from "./sql/roles";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const folderOf = (variable: string) => {
  const value = process.env[variable];
  return value === undefined || value === "" ? null : resolve(value);
};
const neonFolder = folderOf("COPPICE_NEON_SUITE");
const pgFolder = folderOf("COPPICE_PG_SUITE");
if (neonFolder === null && pgFolder === null) {
  process.stderr.write(
    "COPPICE_NEON_SUITE and COPPICE_PG_SUITE name the copies of the drivers' sources: docs/benchmarks.md says how to make them.\n",
  );
  process.exit(2);
}

const facts = machineFacts();
const outcomes = await withCleanUp(run);
const comparison = compareWithRemaining(outcomes);
const tables = [countsTable(outcomes, comparison), remainingTable(comparison)];
const report = { heading: "Suites of drivers", command: "npm run bench -- peers", facts, tables };
printReport(report);
for (const { suite, test, problem } of comparison.unknown) {
  process.stderr.write(`\nFailed without a reason, ${suite}: ${test}\n${problem}\n`);
}
for (const { test } of comparison.passed) process.stderr.write(`\nPasses, and stands in the list: ${test}\n`);
if (!quick && neonFolder !== null && pgFolder !== null) writeReport(report);
process.exit(comparison.unknown.length === 0 ? 0 : 1);

async function run(cleanUp: CleanUp): Promise<Outcome[]> {
  const service = await startService(cleanUp, await temporaryFolder(cleanUp));
  facts.PostgreSQL = service.postgresVersion;
  const { url } = await startDoor(cleanUp, service);
  const api = await ApiCaller.withKeys(service, 100);
  const newDatabase = async (name: string) => api.connectionString(await api.createDatabase(name));
  const found: Outcome[] = [];
  if (neonFolder !== null) {
    facts["`@neondatabase/serverless`"] = versionOf(neonFolder);
    const shared = { folder: neonFolder, connectionString: await newDatabase("neon"), url };
    const [inNode, atEdge] = ["node.json", "edge.json"].map((name) => join(service.folder, name)) as [string, string];
    const suite = "Neon's driver in Node, by HTTP and WebSocket";
    const tests = ["tests/cli", "tests/packages/drizzle"];
    found.push(...(await runNeonSuite({ ...shared, suite, environment: "node", tests }, inNode)));
    const edge = "Neon's driver in an edge runtime, by HTTP and WebSocket";
    const edgeRun = { ...shared, suite: edge, environment: "edge-runtime", tests: ["tests/cli"] } as const;
    found.push(...(await runNeonSuite(edgeRun, atEdge)));
  }
  if (pgFolder !== null) {
    facts["`pg`"] = versionOf(join(pgFolder, "packages", "pg"));
    const port = String(await openRelay(cleanUp, `ws://${new URL(url).host}/v2`));
    const relayed = Object.assign(new URL(await newDatabase("node-postgres-by-websocket")), { port }).href;
    for (const [suite, database] of [
      ["node-postgres by TCP", await newDatabase("node-postgres-by-tcp")],
      ["node-postgres by WebSocket", relayed],
    ] as const) {
      found.push(...(await runNodePostgresSuite(suite, pgFolder, database)));
      found.push(...(await runMochaSuites(suite, pgFolder, database, join(service.folder, "mocha.json"))));
    }
  }
  return found;
}

function versionOf(folder: string): string {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}
