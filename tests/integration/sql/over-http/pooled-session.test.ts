import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { SQL_TURNS } from "@/lib/core/rate-limits";
import { ownerLogin, runPooled } from "@/lib/sql/over-http/pooled-session";
import { statementOf } from "@/lib/sql/over-http/request";
import { runRequest } from "@/lib/sql/over-http/run-request";
import { SessionPool } from "@/lib/sql/over-http/session-pool";
import { asSuperuser, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { keyActor, openSqlProcess, refusalOf } from "@/tests/support/sql-over-http";

let service: HostingService;
let sql: Awaited<ReturnType<typeof openSqlProcess>>;
let database: string;
let key: Actor;

type Member = Parameters<typeof keyActor>[0];

beforeAll(async () => {
  service = await openHostingService();
  sql = await openSqlProcess(service);
  const { member } = await service.organisation();
  database = await createReadyDatabase(service, member.owner, "main");
  key = keyActor(member.owner as Member);
  await sql.run(key, { database, query: "create table item (id int primary key)" });
});

afterAll(async () => {
  await sql.close();
  await service.close();
});

const run = (query: string, caller?: AbortSignal) => sql.run(key, { database, query }, caller);
const value = async (query: string) => Object.values((await run(query)).rows[0])[0];

function superuser(text: string): Promise<Record<string, unknown>[]> {
  return asSuperuser(service.cluster, "postgres", async (client) => (await client.query(text, [database])).rows);
}

/** Resolves when `isTrue` does. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(20);
}

const LOOK = `select current_setting('app.tenant', true) as tenant, current_setting('search_path') as path,
  current_setting('transaction_read_only') as reads_only, to_regclass('pg_temp.leak') as leak,
  (select count(*)::int from pg_prepared_statements where from_sql) as prepared,
  (select count(*)::int from pg_listening_channels()) as channels`;
const HELD = `select count(*)::int as n from pg_locks join pg_database d on d.oid = database
  where datname = $1 and locktype = 'advisory' and objid = 42`;
const AS_NEW = {
  ...{ tenant: null, path: '"$user", public', reads_only: "off", leak: null, prepared: 0, channels: 0 },
};

describe("SQ-03: the next request in a session", () => {
  it.each([
    ["a failed transaction", "begin read only", "select current_setting('transaction_read_only')", "off"],
    ["a setting", "set search_path to nowhere", "show search_path", '"$user", public'],
    ["a temporary table", "create temp table kept (a int)", "select to_regclass('kept')", null],
    ["a channel", "listen secrets", "select count(*)::int from pg_listening_channels()", 0],
    ["a prepared statement", "prepare p as select 1", "select count(*)::int from pg_prepared_statements", 0],
    ["a cursor", "declare c cursor with hold for select 1", "select count(*)::int from pg_cursors where name = 'c'", 0],
    ["a timeout", "set statement_timeout to 0", "show statement_timeout", "30s"],
    ["how strings are read", "set standard_conforming_strings to off", "show standard_conforming_strings", "on"],
    ["an encoding", "set client_encoding to latin1", "show client_encoding", "UTF8"],
  ])("finds nothing of %s", async (_, leave, look, expected) => {
    const before = await value("select pg_backend_pid()");
    await run(leave);
    expect([await value(look), await value("select pg_backend_pid()")]).toEqual([expected, before]);
  });

  it("is in no transaction of the one before", async () => {
    await run("begin");
    await run("insert into item values (77)");
    expect(await refusalOf(run("savepoint a"))).toMatchObject({ sqlState: "25P01" });
    expect(await value("select count(*)::int from item where id = 77")).toBe(1);
    await run("delete from item");
  });

  it("holds no advisory lock", async () => {
    await run("select pg_advisory_lock(1)");
    await value("select 1");
    const held = "select count(*)::int as n from pg_locks join pg_database d on d.oid = database and datname = $1";
    expect(await superuser(`${held} where locktype = 'advisory'`)).toEqual([{ n: 0 }]);
  });

  it("finds nothing of a sequence's last value", async () => {
    await run("create sequence s");
    await run("select nextval('s')");
    expect(await refusalOf(run("select currval('s')"))).toMatchObject({ sqlState: "55000" });
  });

  it.each([
    "select set_config('app.tenant', 'acme', false)",
    "select pg_advisory_lock(42)",
    "set search_path to evil, public",
    "set default_transaction_read_only = on",
    "create temp table leak (x int)",
    "prepare p as select 1",
    "listen x",
    "set session authorization default",
    "do $$ begin set search_path to evil; perform 1 / 0; end $$",
    "select set_config('app.tenant', 'acme', false), pg_advisory_lock(42), 1 / (random() * 0)::int",
  ])("2.1: is as in a new session for ten at once, after: %s", async (text) => {
    await run(text).catch(() => undefined);
    const found = await Promise.all(Array.from({ length: 10 }, () => run(LOOK)));
    expect(found.map(({ rows }) => rows[0])).toEqual(Array(10).fill(AS_NEW));
    expect(await superuser(HELD)).toEqual([{ n: 0 }]);
  });

  it("2.1: is as in a new session after one whose caller went away", async () => {
    const caller = new AbortController();
    const leaving = refusalOf(
      run("select set_config('app.tenant', 'acme', false), pg_advisory_lock(42), pg_sleep(600)", caller.signal),
    );
    await until(async () => (await superuser(HELD))[0]?.n === 1);
    caller.abort();
    await leaving;
    await until(async () => (await superuser(HELD))[0]?.n === 0);
    const found = await Promise.all(Array.from({ length: 10 }, () => run(LOOK)));
    expect(found.map(({ rows }) => rows[0])).toEqual(Array(10).fill(AS_NEW));
  });

  it("is in another session where one ended itself", async () => {
    const before = await value("select pg_backend_pid()");
    expect(await refusalOf(run("select pg_terminate_backend(pg_backend_pid())"))).toMatchObject({
      code: "host_unavailable",
    });
    expect(await value("select pg_backend_pid()")).not.toBe(before);
  });
});

describe("SQ-L3: a parameter of the customer's own", () => {
  it("is looked for where it may be: other texts keep their session", async () => {
    const before = await value("select pg_backend_pid()");
    await run("update item set id = i.id from item as i where item.id = i.id");
    expect(await value("select pg_backend_pid()")).toBe(before);
  });

  it.each([
    ["by a function of PostgreSQL", "select set_config('app.tenant', 'acme', false)"],
    ["for a transaction", "select set_config('app.tenant', 'acme', true)"],
    ["by SET", `SET /* now */ local  "app".tenant = 'acme'`],
    ["2.1: by SET behind a line's comment", "set -- for everybody\n app.tenant = 'acme'"],
    ["2.1: by SET behind a comment with stars", "set /* 2 * 3 **/ app.tenant = 'acme'"],
    ["by a routine, which is found in the catalog", "select as_tenant()"],
    ["by the settings of a routine", "select with_tenant()"],
    ["by a routine of the standard's form", "select atomic_tenant()"],
  ])("that was set %s isn't known to the next request", async (_, text) => {
    const routines = "public.as_tenant(), public.with_tenant(), public.atomic_tenant()";
    await asSuperuser(service.cluster, database, (client) =>
      client.query(`create function public.as_tenant() returns text language plpgsql as
          $$ begin execute 'SET app.tenant = acme'; return 'x'; end $$;
        create function public.with_tenant() returns int language plpgsql set app.tenant = 'acme' as 'begin return 1; end';
        create function public.atomic_tenant() returns text return set_config('app.tenant', 'acme', false)`),
    );
    // Sessions that were opened before it are for those who ended them.
    await sql.parts.sqlSessions.close();
    sql.parts.sqlSessions = new SessionPool();
    await run(text);
    const found = await value("select current_setting('app.tenant', true)");
    await asSuperuser(service.cluster, database, (client) => client.query(`drop function ${routines}`));
    expect(found).toBeNull();
  });
});

describe("SQ-L4: an idle session that somebody ended", () => {
  it("isn't given to the next request", async () => {
    for (let round = 0; round < 10; round += 1) {
      await run("select 1");
      const gone = await superuser(`select pg_terminate_backend(pid, 5000) as gone from pg_stat_activity
        where datname = $1 and application_name = 'coppice sql'`);
      expect(gone).toEqual([{ gone: true }]);
      expect(await value("select 1")).toBe(1);
    }
  });

  it("amid a statement is told in words that fit", async () => {
    expect(await refusalOf(run("select pg_terminate_backend(pg_backend_pid())"))).toMatchObject({
      ...{ code: "host_unavailable", message: "The connection to the database was ended. Try again." },
    });
  });
});

describe("SQ-05: a statement that takes long", () => {
  const busy = "select count(*)::int as n from pg_stat_activity where datname = $1 and state = 'active'";
  const isIdle = async () => (await superuser(busy))[0]?.n === 0;

  it("ends when its caller goes away", async () => {
    const caller = new AbortController();
    const sleeping = refusalOf(run("select pg_sleep(600)", caller.signal));
    await until(async () => !(await isIdle()));
    caller.abort();
    expect(await sleeping).toMatchObject({ code: "request_timeout" });
    await until(isIdle);
  });

  it("changes nothing when its caller went away in the middle of a transaction", async () => {
    const caller = new AbortController();
    const queries = [{ query: "insert into item values (1)" }, { query: "select pg_sleep(600)" }];
    const sleeping = refusalOf(sql.run(key, { database, queries }, caller.signal));
    await until(async () => !(await isIdle()));
    caller.abort();
    expect(await sleeping).toMatchObject({ code: "request_timeout" });
    await until(isIdle);
    expect(await value("select count(*)::int from item")).toBe(0);
  });

  it("is not begun for a caller who is gone already", async () => {
    expect(await refusalOf(run("insert into item values (2)", AbortSignal.abort()))).toMatchObject({
      code: "request_timeout",
    });
    expect(await value("select count(*)::int from item")).toBe(0);
  });

  it("is cancelled with the others of its request, which together have as long as one", async () => {
    const ctx = await sql.contextOf(key);
    const found = await sql.parts.sqlDatabases.find(database);
    if (!found) throw new Error("no database");
    const statements = ["select pg_sleep(0.3)", "select pg_sleep(600)"].map((query) =>
      statementOf({ query }, { arrayMode: false, rawText: false }),
    );
    const transaction = { isolationLevel: null, readOnly: false, deferrable: false };
    const work = runPooled(ctx, ownerLogin(ctx, found), new AbortController().signal, {
      request: { statements, transaction },
      run: (session, request) => runRequest(session, request, 600),
    });
    expect(await refusalOf(work)).toMatchObject({
      ...{ code: "sql_error", sqlState: "57014" },
      message: "Stopped: the statements of a request are limited to 0.6 seconds together.",
    });
    await until(isIdle);
  });
});

describe("SQ-06: a flood", () => {
  it("of one organisation is refused beyond its share, and leaves the turns of another alone", async () => {
    const { member } = await service.organisation();
    const theirs = await createReadyDatabase(service, member.owner);
    const neighbour = keyActor(member.owner as Member);
    const flood = Array.from(
      { length: 1_000 },
      () => () => run("select pg_sleep(0.05)").then(() => "ran", refusalCode),
    );
    const outcomes = Promise.all(flood.map((start) => start()));
    const other = await sql.run(neighbour, { database: theirs, query: "select 1 as n" });
    const [{ n: connections } = { n: -1 }] = await superuser(
      "select count(*)::int as n from pg_stat_activity where datname = $1",
    );
    const counted = Object.groupBy(await outcomes, (outcome) => outcome);
    expect(other.rows).toEqual([{ n: 1 }]);
    expect(connections).toBeLessThanOrEqual(SQL_TURNS.ofDatabase);
    expect(Object.keys(counted).sort()).toEqual(["ran", "rate_limited"]);
    expect(counted.ran?.length).toBeGreaterThanOrEqual(SQL_TURNS.ofDatabase + SQL_TURNS.waitingOfOrganisation);
  });
});

function refusalCode(error: unknown): Promise<string> {
  return refusalOf(Promise.reject(error)).then(({ code }) => code);
}

describe("a host that fails", () => {
  it("in the middle of an answer leaves one error, and no half result", async () => {
    const reading = refusalOf(run("select g, pg_sleep(0.001) from generate_series(1, 100000) as g"));
    const active = "select pid from pg_stat_activity where datname = $1 and state = 'active'";
    await until(async () => (await superuser(active)).length > 0);
    await superuser("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1");
    expect(await reading).toMatchObject({ code: "host_unavailable" });
    await until(async () => (await superuser("select from pg_stat_activity where datname = $1")).length === 0);
    expect(await value("select 1")).toBe(1);
  });
});
