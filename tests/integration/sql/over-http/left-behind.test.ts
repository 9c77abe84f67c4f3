import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { SessionPool } from "@/lib/sql/over-http/session-pool";
import { asSuperuser, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { keyActor, openSqlProcess } from "@/tests/support/sql-over-http";

let service: HostingService;
let sql: Awaited<ReturnType<typeof openSqlProcess>>;
let database: string;
let writer: Actor;
let reader: Actor;
/** The facts of sessions that nobody has used. */
const asNew = new Map<Actor, unknown>();

const LOOK = `select current_setting('app.tenant', true) as tenant, current_setting('search_path') as path,
  current_setting('default_transaction_read_only') as "readOnly", current_setting('work_mem') as memory,
  session_user = current_user as "isOwnRole", to_regclass('pg_temp.leak') as temporary,
  (select count(*)::int from pg_prepared_statements where from_sql) as prepared,
  (select count(*)::int from pg_cursors where name = 'c') as cursors,
  (select count(*)::int from pg_listening_channels()) as channels`;
const LAST_VALUE = "select lastval()";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error) => error.fields?.code ?? error.code,
  );
const look = async (actor: Actor) => (await sql.run(actor, { database, query: LOOK })).rows[0];

beforeAll(async () => {
  service = await openHostingService();
  sql = await openSqlProcess(service);
  const { member } = await service.organisation();
  database = await createReadyDatabase(service, member.owner);
  const owner = member.owner as Parameters<typeof keyActor>[0];
  [writer, reader] = [keyActor(owner), keyActor(owner, { readOnly: true })];
  await sql.run(writer, { database, query: "create sequence s" });
  await sql.parts.sqlSessions.close();
  sql.parts.sqlSessions = new SessionPool();
  for (const actor of [writer, reader]) asNew.set(actor, await look(actor));
});
afterAll(async () => {
  await sql.close();
  await service.close();
});

/** A request whose caller hangs up while the last of its statements runs. */
async function hangUp(queries: readonly string[]): Promise<void> {
  const caller = new AbortController();
  const statements = [...queries, "select pg_sleep(600)"].map((query) => ({ query }));
  const asked = codeOf(sql.run(writer, { database, queries: statements }, caller.signal));
  const asleep = "select from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'";
  await asSuperuser(service.cluster, "postgres", async (root) => {
    await expect.poll(async () => (await root.query(asleep, [database])).rowCount).toBe(1);
    caller.abort();
    expect(await asked).toBe("request_timeout");
  });
}

const one = (query: string) => () => codeOf(sql.run(writer, { database, query }));
const several = (...queries: string[]) => {
  const statements = queries.map((query) => ({ query }));
  return () => codeOf(sql.run(writer, { database, queries: statements }));
};

it.each<[string, () => Promise<unknown>]>([
  ["a parameter of its own", one("select set_config('app.tenant', 'acme', false)")],
  ["an advisory lock", one("select pg_advisory_lock(42)")],
  ["a search path", one("set search_path to evil, public")],
  ["a read-only default", one("set default_transaction_read_only = on")],
  ["a temporary table", one("create temp table leak (x int)")],
  ["a prepared statement", one("prepare p as select 1")],
  ["a cursor", one("declare c cursor with hold for select 1")],
  ["a channel", one("listen x")],
  ["a sequence's value", one("select nextval('s')")],
  ["another role, given back", one("set session authorization default")],
  ["another role", one("set role pg_read_all_settings")],
  ["a setting before an error", several("set work_mem = '9MB'", "select 1 / 0")],
  ["a setting in a block that fails", one("do $$ begin set work_mem = '9MB'; raise 'no'; end $$")],
  ["a setting whose caller hangs up", () => hangUp(["set work_mem = '9MB'", "set search_path to evil"])],
])("2.1: ten requests at once after %s find sessions like new ones, of either kind of key", async (_, leave) => {
  await leave();
  const seen = await Promise.all(
    Array.from({ length: 10 }, async (_unused, index) => {
      const actor = index % 4 === 3 ? reader : writer;
      expect(await look(actor)).toEqual(asNew.get(actor));
      return codeOf(sql.run(writer, { database, query: LAST_VALUE }));
    }),
  );
  expect(new Set(seen)).toEqual(new Set(["55000"]));
  // A role sees no locks.
  const locks = `select from pg_locks as l join pg_database as d on d.oid = l.database
    where d.datname = $1 and l.locktype = 'advisory'`;
  await asSuperuser(service.cluster, "postgres", async (root) => {
    await expect.poll(async () => (await root.query(locks, [database])).rowCount).toBe(0);
  });
});
