import { parseArgs } from "node:util";
import { PRODUCTS, WEBHOOK_SECRET } from "@/tests/support/billing";
import { ApiCaller } from "./api";
import { type CleanUp, withCleanUp } from "./clean-up";
import { billingTable } from "./http/billing";
import { searchTable } from "./http/search";
import { type LaneResult, measureLanes, rateOf, rateText, startOthers, startWeb } from "./lanes";
import { runLoad } from "./load-job";
import { fileSystemOf, machineFacts } from "./machine";
import { measureIdleMemory } from "./memory";
import { COMPARED, goal, milliseconds, printReport, type Table, times, writeReport } from "./report";
import { insertDatabaseRows, insertKeys } from "./rows";
import { type BenchService, startService, temporaryFolder } from "./service";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 1 : 5;
const SECONDS = quick ? 1 : 3;
const LIST_SECONDS = quick ? 2 : 10;
const IDLE_SECONDS = quick ? 5 : 60;
/** Each may ask 20 times a minute, so this many allow 4,000 requests a second. */
const KEYS = 12_000;
const DATABASES = 10_000;
const LIST_KEYS = 400;

const EVENTS = quick ? 3 : 20;
const ADDRESS_HEADER = "x-client-address";

const GET_AT_LEAST = 0.4;
const LANE_AT_LEAST = 5;

const facts = machineFacts();
const report = { heading: "HTTP", command: "npm run bench -- http", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

async function measure(): Promise<Table[]> {
  const tables = await withCleanUp(async (cleanUp) => {
    const service = await startService(cleanUp, await temporaryFolder(cleanUp));
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = fileSystemOf(service.dataDirectory);
    const ids = await insertDatabaseRows(service.control, service.organisationId, DATABASES);
    const others = [await laneTable(cleanUp, service, ids), await listTable(service)];
    return [...others, ...(await serviceTables(cleanUp, service))];
  });
  return [...tables, await memoryTable()];
}

/**
 * Measures the requests of any address, and those of the billing provider, at a web process that is set up for both.
 */
async function serviceTables(cleanUp: CleanUp, service: BenchService): Promise<Table[]> {
  const url = await startWeb(cleanUp, service, {
    CLIENT_ADDRESS_HEADER: ADDRESS_HEADER,
    ...{ COPPICE_BILLING: "standard", COPPICE_BILLING_SECRET: WEBHOOK_SECRET },
    COPPICE_BILLING_PLANS: JSON.stringify({ [PRODUCTS.pro]: "pro", [PRODUCTS.team]: "team" }),
  });
  note("searches of the documentation");
  const search = await searchTable(url, ADDRESS_HEADER, SECONDS);
  note("events of the billing provider");
  return [search, await billingTable(service, url, EVENTS)];
}

async function laneTable(cleanUp: CleanUp, service: BenchService, ids: string[]): Promise<Table> {
  const keys = await insertKeys(service.control, service.organisationId, KEYS);
  const reads = keys.map((key, i) => ({
    path: `/api/v1/databases/${ids[i % ids.length]}`,
    headers: { authorization: `Bearer ${key}` },
  }));
  const { next, bare } = await startOthers(cleanUp, service);
  // One for each connection.
  const infos = Array.from({ length: 16 }, () => ({ path: "/info" }));
  const lanes = [
    { name: "bare", url: bare, requests: reads },
    { name: "get", url: service.baseUrl, requests: reads },
    { name: "get by Next", url: next, requests: reads },
    { name: "info", url: service.baseUrl, requests: infos },
    { name: "info by Next", url: next, requests: infos },
  ] as const;
  note("requests per second");
  const [bareGet, get, nextGet, info, nextInfo] = await measureLanes(lanes, ROUNDS, SECONDS);
  return {
    title: `Requests per second over 16 connections, median of ${ROUNDS} rounds of ${SECONDS} s, and their p99`,
    columns: COMPARED,
    rows: [
      row("GET /api/v1/databases/{id}, over node:http and one query", get, bareGet, GET_AT_LEAST),
      row("GET /api/v1/databases/{id}, over Next's own pipeline", get, nextGet, LANE_AT_LEAST),
      row("GET /info, over Next's own pipeline", info, nextInfo, LANE_AT_LEAST),
    ],
  };
}

function row(what: string, ours: LaneResult, other: LaneResult, atLeast: number): string[] {
  const ratio = rateOf(ours) / rateOf(other);
  return [what, rateText(ours), rateText(other), times(ratio), ...goal(ratio, atLeast, "≥")];
}

async function listTable(service: BenchService): Promise<Table> {
  const keys = await insertKeys(service.control, service.organisationId, LIST_KEYS);
  const requests = keys.map((key) => ({ path: "/api/v1/databases", headers: { authorization: `Bearer ${key}` } }));
  const rows: string[][] = [];
  for (const connections of [1, 8]) {
    note(`lists of ${DATABASES} databases over ${connections} connections`);
    const job = { url: service.baseUrl, requests, connections, seconds: LIST_SECONDS };
    const { p50, p99, perSecond, answers, bytesPerAnswer } = await runLoad(job);
    rows.push([
      String(connections),
      milliseconds(p50),
      milliseconds(p99),
      perSecond.toFixed(1),
      String(answers),
      `${(bytesPerAnswer / 1e6).toFixed(2)} MB`,
    ]);
  }
  await requireWholeList(service);
  return {
    title: `GET /api/v1/databases with ${DATABASES.toLocaleString("en")} databases in the organisation`,
    columns: ["Connections", "p50", "p99", "Per second", "Answers", "Size of one"],
    rows,
  };
}

async function requireWholeList(service: BenchService): Promise<void> {
  const api = await ApiCaller.withKeys(service, 1);
  const { items } = await api.call<{ items: unknown[] }>("GET", "/api/v1/databases");
  if (items.length !== DATABASES) throw new Error(`The list holds ${items.length} databases.`);
}

async function memoryTable(): Promise<Table> {
  note(`memory after ${IDLE_SECONDS} s of rest`);
  const uses = await withCleanUp(async (cleanUp) =>
    measureIdleMemory(cleanUp, await temporaryFolder(cleanUp), IDLE_SECONDS),
  );
  const total = uses.reduce((sum, { bytes }) => sum + bytes, 0);
  const count = uses.reduce((sum, { processes }) => sum + processes, 0);
  return {
    title: `Memory of \`npm start\` after ${IDLE_SECONDS} s without a request, as proportional set size`,
    columns: ["Part", "Processes", "Memory"],
    rows: [...uses, { name: "all", processes: count, bytes: total }].map(({ name, processes, bytes }) => [
      name,
      String(processes),
      `${(bytes / 2 ** 20).toFixed(0)} MiB`,
    ]),
  };
}

function note(text: string): void {
  process.stderr.write(`measuring ${text} …\n`);
}
