import { join } from "node:path";
import { parseArgs } from "node:util";
import { ApiCaller } from "./api";
import { type CleanUp, withCleanUp } from "./clean-up";
import { type LaneResult, measureLanes, rateOf, rateText } from "./lanes";
import { type LoadRequest, runLoad } from "./load-job";
import { fileSystemOf, machineFacts } from "./machine";
import { COMPARED, goal, milliseconds, printReport, type Table, times, writeReport } from "./report";
import { insertKeys, insertOrganisation } from "./rows";
import { type BenchService, startService, temporaryFolder } from "./service";
import { driverTable } from "./sql/drivers";
import { floodTable } from "./sql/flood";
import { processorTimeTable } from "./sql/processor-time";
import { startSqlRoles } from "./sql/roles";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 1 : 5;
const SECONDS = quick ? 1 : 3;
const ORGANISATIONS = quick ? 2 : 4;
const DATABASES_OF_EACH = quick ? 16 : 125;
/** A key may send 1,000 requests a second. */
const KEYS = 64;
/** A key may read 20 databases a minute, so this many allow 3,000 reads a second. */
const READING_KEYS = 10_000;

const ROWS = "select id, name, at from item order by id";
const TRANSACTION = Array.from({ length: 10 }, (_, index) => ({
  query: index % 2 === 0 ? "update item set name = $2 where id = $1" : "select name from item where id = $1",
  params: index % 2 === 0 ? [index, "changed"] : [index],
}));

const facts = machineFacts();
const report = { heading: "SQL over HTTP", command: "npm run bench -- sql", facts, tables: await withCleanUp(measure) };
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Table[]> {
  const service = await startService(cleanUp, await temporaryFolder(cleanUp));
  facts.PostgreSQL = service.postgresVersion;
  facts["File system"] = fileSystemOf(service.dataDirectory);
  const api = await ApiCaller.withKeys(service, 200);
  // The role of one database has too few connections for all of them.
  const databases = { direct: "", byDoor: "", bare: "" };
  for (const name of ["direct", "byDoor", "bare"] as const) databases[name] = await api.createDatabase(name);
  const keys = await insertKeys(service.control, service.organisationId, KEYS);
  const urls = await startSqlRoles(cleanUp, service, await api.connectionString(databases.bare));
  for (const database of Object.values(databases)) await fill(urls.direct, keys[0] ?? "", database);
  const requests = (database: string, body: object) => keys.map((key) => sqlRequest(key, { database, ...body }));
  const lanes = (["direct", "byDoor", "bare"] as const).map((name) => ({
    ...{ name, url: urls[name], pid: urls.pids[name] },
    requestsOf: (body: object) => requests(databases[name], body),
  }));
  const drivers = {
    address: new URL(urls.direct).host,
    relay: new URL(urls.relay).host,
    overWebSocket: await api.connectionString(await api.createDatabase("over-websocket")),
    overRelay: await api.connectionString(await api.createDatabase("over-relay")),
    overTcp: await api.connectionString(await api.createDatabase("over-tcp")),
  };
  const flood = requests(databases.byDoor, { query: "select 1" });
  return [
    await comparison(lanes),
    await processorTimeTable(
      lanes.map(({ requestsOf, ...lane }) => ({ ...lane, requests: requestsOf({ query: "select 1" }) })),
      join(service.folder, "data"),
      SECONDS,
    ),
    await driverTable(drivers, ROUNDS, SECONDS),
    await manyDatabases(urls.direct, service),
    await floodTable({ url: urls.byDoor, reads: await readsOf(service, databases.bare), flood }, ROUNDS, SECONDS),
  ];
}

interface SqlLane {
  name: string;
  url: string;
  requestsOf(body: object): LoadRequest[];
}

async function comparison(sides: readonly SqlLane[]): Promise<Table> {
  const rows: string[][] = [];
  for (const [what, body, atLeast] of [
    ["`select 1`", { query: "select 1" }, 0.5],
    ["1,000 rows of three columns", { query: ROWS }, 1.5],
    ["a transaction of 10 statements", { queries: TRANSACTION }, 0.8],
  ] as const) {
    note(what);
    const lanes = sides.map(({ name, url, requestsOf }) => ({ name, url, requests: requestsOf(body) }));
    const [ours, door, other] = (await measureLanes(lanes, ROUNDS, SECONDS)) as [LaneResult, LaneResult, LaneResult];
    const ratio = rateOf(ours) / rateOf(other);
    rows.push([what, rateText(ours), rateText(other), times(ratio), ...goal(ratio, atLeast, "≥")]);
    const byDoor = rateOf(door) / rateOf(other);
    rows.push([
      `${what}, by the one address`,
      rateText(door),
      rateText(other),
      times(byDoor),
      ...goal(byDoor, atLeast, "≥"),
    ]);
  }
  return {
    title: `Requests per second over 16 connections beside node:http and a pool of pg, median of ${ROUNDS} rounds of ${SECONDS} s`,
    columns: COMPARED,
    rows,
  };
}

/** Every database in turn, so that most requests open a session. */
async function manyDatabases(url: string, service: BenchService): Promise<Table> {
  const requests: LoadRequest[] = [];
  for (let made = 0; made < ORGANISATIONS; made += 1) {
    const organisationId = await insertOrganisation(service.control, service.organisationId);
    const [key = ""] = await insertKeys(service.control, organisationId, 1);
    const api = await ApiCaller.withKeys({ ...service, organisationId }, DATABASES_OF_EACH * 20);
    for (let index = 0; index < DATABASES_OF_EACH; index += 1) {
      const database = await api.createDatabase(`many-${index}`);
      requests.push(sqlRequest(key, { database, query: "select 1" }));
    }
  }
  note(`${requests.length} databases`);
  const { perSecond, p50, p99, answers } = await runLoad({ url, requests, connections: 16, seconds: SECONDS * ROUNDS });
  return {
    title: `\`select 1\` in ${requests.length} databases of ${ORGANISATIONS} organisations in turn, over 16 connections`,
    columns: ["Answers", "Errors", "Per second", "p50", "p99"],
    rows: [[String(answers), "0", perSecond.toFixed(0), milliseconds(p50), milliseconds(p99)]],
  };
}

async function fill(url: string, key: string, database: string): Promise<void> {
  for (const query of [
    "create table item (id int primary key, name text not null, at timestamptz not null default now())",
    "insert into item (id, name) select g, md5(g::text) from generate_series(0, 999) as g",
  ]) {
    const { path, ...request } = sqlRequest(key, { database, query });
    const answer = await fetch(url + path, request);
    if (!answer.ok) throw new Error(await answer.text());
  }
}

function sqlRequest(key: string, body: object) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return { path: "/api/v1/sql", method: "POST" as const, headers, body: JSON.stringify(body) };
}

async function readsOf({ control, organisationId }: BenchService, database: string) {
  const keys = await insertKeys(control, organisationId, READING_KEYS);
  return keys.map((key) => ({ path: `/api/v1/databases/${database}`, headers: { authorization: `Bearer ${key}` } }));
}

function note(text: string): void {
  process.stderr.write(`measuring ${text} …\n`);
}
