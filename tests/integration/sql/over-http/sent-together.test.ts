import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { keyActor, openSqlProcess, refusalOf } from "@/tests/support/sql-over-http";

let service: HostingService;
let sql: Awaited<ReturnType<typeof openSqlProcess>>;
let database: string;
let key: Actor;
let line: Server;
const sockets = new Set<Socket>();
/** The number of times that bytes for the host came. */
let sent = 0;

/** Stands between the service and its host, and counts. */
function carry(socket: Socket): void {
  const { address, port } = service.cluster;
  const onward = connect(port, address);
  for (const each of [socket, onward]) {
    sockets.add(each);
    each.on("error", () => {});
  }
  socket.on("data", () => {
    sent += 1;
  });
  socket.pipe(onward).pipe(socket);
}

beforeAll(async () => {
  service = await openHostingService();
  line = createServer(carry);
  await once(line.listen(0, "127.0.0.1"), "listening");
  const port = String((line.address() as AddressInfo).port);
  const { member } = await service.organisation();
  database = await createReadyDatabase(service, member.owner);
  const url = Object.assign(new URL(service.cluster.provisionerUrl), { hostname: "127.0.0.1", port }).href;
  const place = { table: "host", column: "provisioner_url", rowId: service.hostId };
  const data = { provisionerUrl: service.sealer.seal(url, place) };
  await service.db.host.update({ where: { id: service.hostId }, data });
  sql = await openSqlProcess(service);
  key = keyActor(member.owner as Parameters<typeof keyActor>[0]);
  await run("create table item (id int primary key, tags jsonb)");
});

beforeEach(async () => {
  await run("delete from item");
});

afterAll(async () => {
  await sql.close();
  await service.close();
  for (const socket of sockets) socket.destroy();
  line.close();
});

const run = (query: string) => sql.run(key, { database, query });
const runAll = (...queries: object[]) => sql.run(key, { database, queries });
const idsOf = async () => (await run("select id from item order by id")).rows.map(({ id }) => id);

const INSERT = "insert into item (id) values ($1)";
const TEN = Array.from({ length: 10 }, (_, id) => ({ query: `${INSERT} returning id`, params: [id] }));

it("statements of a transaction are sent without waiting for one another", async () => {
  sent = 0;
  const { results } = await runAll(...TEN);
  expect(results.map(({ rows }) => rows)).toEqual(TEN.map(({ params: [id] }) => [{ id }]));
  // BEGIN, the statements, and COMMIT with the reset; one after the other they would be twelve.
  expect(sent).toBeLessThanOrEqual(6);
  expect(await idsOf()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it("SQ-04: each waits for the one before where one may end the transaction", async () => {
  sent = 0;
  await runAll({ query: "savepoint a" }, ...TEN.map(({ query, params: [id = 0] }) => ({ query, params: [id + 10] })));
  expect(sent).toBeGreaterThanOrEqual(13);
  const ending = runAll({ query: INSERT, params: [1] }, { query: "commit" }, { query: INSERT, params: [2] });
  expect(await refusalOf(ending)).toMatchObject({ code: "sql_error", sqlState: "2D000" });
  expect(await idsOf()).toEqual([1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

it("the first one that fails is told, with its own position, and nothing of the others stays", async () => {
  const failing = runAll(
    { query: INSERT, params: [1] },
    { query: "select id, nowhere from item" },
    { query: INSERT, params: [2] },
    { query: "select 1 / 0" },
  );
  const error = await failing.then(
    () => null,
    (reason: { fields: Record<string, unknown> }) => reason.fields,
  );
  expect(error).toMatchObject({ code: "42703", position: "12" });
  expect(await idsOf()).toEqual([]);
});

it("the hint about arrays is for the statement that has one", async () => {
  const withArray = { query: "update item set tags = $1", params: [["a"]] };
  const withText = { query: "select $1::text::jsonb", params: ["{"] };
  const insert = { query: INSERT, params: [1] };
  const hint = expect.stringMatching(/^An array among params/);
  await expect(runAll(insert, withArray)).rejects.toMatchObject({ fields: { code: "22P02", hint } });
  await expect(runAll(withText, withArray)).rejects.toMatchObject({ fields: { code: "22P02", hint: null } });
});

it("SQ-01: their answers have 16 MB together", async () => {
  const large = { query: "select repeat('x', 9000000) as text" };
  expect(await refusalOf(runAll(large, large))).toMatchObject({ code: "response_too_large" });
  const { results } = await runAll(large, { query: "select 1 as n" });
  expect(results.map(({ rows }) => Object.keys(rows[0]))).toEqual([["text"], ["n"]]);
});

it("a routine that changes how texts are read has the transaction undone", async () => {
  await run(`create function misread() returns void language plpgsql as
    $$ begin perform pg_catalog.set_config('standard_conforming_strings', 'off', false); end $$`);
  const alone = runAll({ query: INSERT, params: [2] }, { query: "select misread()" });
  expect(await refusalOf(alone)).toMatchObject({ code: "sql_error", sqlState: "55000" });
  expect(await idsOf()).toEqual([]);
  expect((await run("select '\\' as a")).rows).toEqual([{ a: "\\" }]);
});
