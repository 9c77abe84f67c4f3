import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ApiCaller } from "../api";
import { COMPARED, comparisonRow, type Table } from "../report";
import type { BenchService } from "../service";
import { alternate } from "../statistics";
import type { App } from "./app";

const AT_MOST = 1.5;
const QUERIES = 200;
const SESSIONS = 20;

const SOURCE = `import pg from "pg";
export default { async fetch(request) {
  const { queries, sessions } = await request.json();
  const startedAt = Date.now();
  for (let session = 0; session < sessions; session += 1) {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    for (let query = 0; query < queries; query += 1) await client.query("select id, name from item where id = $1", [query]);
    await client.end();
  }
  return Response.json({ milliseconds: Date.now() - startedAt });
} };`;

/** Statements of a function to its project's database, beside the same from Node by TCP with the database's password. */
export async function queryTable(app: App, service: BenchService, rounds: number): Promise<Table> {
  const api = await ApiCaller.withKeys(service, 1_000);
  const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name: "functions" });
  for (;;) {
    if ((await api.call<{ status: string }>("GET", `/api/v1/databases/${id}`)).status === "ready") break;
    await delay(100);
  }
  const { connectionString } = await api.call<{ connectionString: string }>(
    "GET",
    `/api/v1/databases/${id}/connection-string`,
  );
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query("create table item (id int primary key, name text)");
  await owner.query("insert into item select n, 'item ' || n from generate_series(0, 1000) n");
  await owner.end();
  const project = await app.newProject();
  await service.control.query("UPDATE project SET database_id = $2 WHERE id = $1", [project.id, id]);
  await project.deploy("query", SOURCE);
  const ours = (work: Work) => async () => {
    const answer = await project.ask("POST", "/query/invoke", work);
    if (!answer.ok) throw new Error(`The function was answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { milliseconds: number }).milliseconds / (work.sessions * work.queries);
  };
  const bare = (work: Work) => async () => (await fromNode(connectionString, work)) / (work.sessions * work.queries);
  const rows: string[][] = [];
  for (const [what, work] of [
    [`a query in an open session, mean of ${QUERIES}`, { queries: QUERIES, sessions: 1 }],
    [`connect, query and end, mean of ${SESSIONS}`, { queries: 1, sessions: SESSIONS }],
  ] as const) {
    await ours(work)();
    rows.push(comparisonRow(what, await alternate(rounds, { ours: ours(work), bare: bare(work) }), AT_MOST));
  }
  return {
    title: `A function's queries beside the same from Node by TCP (${rounds} runs each)`,
    columns: COMPARED,
    rows,
  };
}

interface Work {
  queries: number;
  sessions: number;
}

async function fromNode(connectionString: string, { queries, sessions }: Work): Promise<number> {
  const startedAt = performance.now();
  for (let session = 0; session < sessions; session += 1) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    for (let query = 0; query < queries; query += 1) {
      await client.query("select id, name from item where id = $1", [query]);
    }
    await client.end();
  }
  return performance.now() - startedAt;
}
