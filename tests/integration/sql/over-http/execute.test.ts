import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor, Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { executeSql } from "@/lib/sql/over-http/execute";
import { ExecuteSqlInput } from "@/lib/sql/over-http/request";
import {
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  NO_SUCH_DATABASE,
  openHostingService,
} from "@/tests/support/databases";
import { keyActor, openSqlProcess, refusalOf } from "@/tests/support/sql-over-http";

let service: HostingService;
let sql: Awaited<ReturnType<typeof openSqlProcess>>;
let owner: Context;
let database: string;
let key: Actor;
let readOnly: Actor;

type Member = Parameters<typeof keyActor>[0];

beforeAll(async () => {
  service = await openHostingService();
  sql = await openSqlProcess(service);
  const { member } = await service.organisation();
  owner = await service.context(member.owner);
  database = await createReadyDatabase(service, member.owner, "main");
  key = keyActor(member.owner as Member);
  readOnly = keyActor(member.owner as Member, { readOnly: true });
  await sql.run(key, { database, query: "create table item (id int primary key, name text)" });
});

afterAll(async () => {
  await sql.close();
  await service.close();
});

const run = (query: string, params?: unknown[], more = {}) => sql.run(key, { database, query, params, ...more });

describe("a statement", () => {
  it("returns its rows as objects or arrays, with the driver's facts about its columns", async () => {
    const objects = await run("select 1 as n, 'a' as t, null as nothing");
    expect(objects).toMatchObject({ command: "SELECT", rowCount: 1, rowAsArray: false });
    expect(objects.rows).toEqual([{ n: 1, t: "a", nothing: null }]);
    expect(objects.fields[0]).toEqual({
      name: "n",
      ...{ dataTypeID: 23, tableID: 0, columnID: 0, dataTypeSize: 4, dataTypeModifier: -1, format: "text" },
    });
    const arrays = await run("select 1 as n, 2 as n", [], { arrayMode: true });
    expect([arrays.rowAsArray, arrays.rows]).toEqual([true, [[1, 2]]]);
  });

  it("has fields also where it returns no rows", async () => {
    const made = await run("create table if not exists item (id int)");
    expect(made).toMatchObject({ command: "CREATE", rowCount: null, fields: [], rows: [] });
    expect(await run("insert into item values (1, 'one')")).toMatchObject({ command: "INSERT", rowCount: 1 });
    expect(await run("select * from item where false")).toMatchObject({ rowCount: 0, fields: [{}, {}], rows: [] });
    expect(await run("")).toMatchObject({ command: "", rowCount: null, rows: [] });
  });

  it("returns numbers, booleans, JSON and arrays as JSON, and numbers that JSON would round as strings", async () => {
    const { rows } = await run(`select 1::int2 as s, 1.5::float8 as f, 'NaN'::float8 as nan, '-Infinity'::float4 as inf,
      true as yes, '{"a":[1, null]}'::jsonb as doc, 9007199254740993::int8 as big, 1.10::numeric as exact,
      array[1,null,3] as ints, array[['a,b','"q"\\'],['NULL',null]] as texts, '[0:1]={t,f}'::bool[] as flags,
      array['{"a":1}'::jsonb] as docs, '{}'::int[] as none, now()::date - now()::date as days`);
    expect(rows[0]).toEqual({
      ...{ s: 1, f: 1.5, nan: "NaN", inf: "-Infinity", yes: true, doc: { a: [1, null] } },
      ...{ big: "9007199254740993", exact: "1.10", ints: [1, null, 3] },
      ...{
        texts: [
          ["a,b", '"q"\\'],
          ["NULL", null],
        ],
        flags: [true, false],
        docs: [{ a: 1 }],
        none: [],
        days: 0,
      },
    });
  });

  it("takes parameters of any JSON type", async () => {
    const { rows } = await run(
      `select $1::int + 1 as n, $2::bool as b, $3::jsonb as doc, $4::text[] as texts, $5::text as nothing, $6::jsonb[] as docs`,
      [41, true, { a: [1] }, ["x", 'quote " and \\', null], null, [{ a: 1 }, null]],
    );
    expect(rows[0]).toEqual({
      ...{ n: 42, b: true, doc: { a: [1] }, texts: ["x", 'quote " and \\', null], nothing: null },
      docs: [{ a: 1 }, null],
    });
  });

  it("SQ-L8, 2.4: says that an array is no JSON where JSON is wanted", async () => {
    const failure = await sql.run(key, { database, query: "select $1::jsonb", params: [["a", "b"]] }).catch((e) => e);
    expect(failure.fields).toMatchObject({ code: "22P02", hint: expect.stringContaining("send the text of the JSON") });
    const text = await run("select $1::jsonb as j, $2::text[] as a, $3::int[] as e, $4::int[][] as m", [
      ...[JSON.stringify(["a", "b"]), ['x"y', "c\\d", null, "NULL", "", "{}"], []],
      [
        [1, 2],
        [3, 4],
      ],
    ]);
    expect(text.rows).toEqual([
      {
        ...{ j: ["a", "b"], a: ['x"y', "c\\d", null, "NULL", "", "{}"], e: [] },
        m: [
          [1, 2],
          [3, 4],
        ],
      },
    ]);
    expect((await run("select count(*)::int as n from pg_class where oid = any($1)", [[]])).rows).toEqual([{ n: 0 }]);
    expect(await refusalOf(run("select $1::int[]", [[[1], [2, 3]]]))).toMatchObject({ sqlState: "22P02" });
  });

  it("2.4: takes arrays for the columns of an insert, and names the remedy where a column has JSON", async () => {
    await run("create table taken (j jsonb, a text[], e int[][], d jsonb[])");
    const insert = "insert into taken (j, a, e, d) values ($1, $2, $3, $4) returning *";
    const values = [["x,y", 'q"', "c\\d", " ", "null", null, "{}"], [[1, null]], [{ k: [1] }, "[2]", null]];
    const { rows } = await run(insert, ['["a","b"]', ...values]);
    expect(rows).toEqual([{ j: ["a", "b"], a: values[0], e: [[1, null]], d: [{ k: [1] }, [2], null] }]);
    const failure = await sql.run(key, { database, query: insert, params: [["a", "b"], ...values] }).catch((e) => e);
    expect(failure.fields).toMatchObject({ code: "22P02", hint: expect.stringContaining("send the text of the JSON") });
  });

  it("SQ-08: keeps names such as __proto__ as names, and every column of several with the same name", async () => {
    const text = JSON.stringify(await run(`select 1 as "__proto__", 2 as "constructor", 3 as a, 4 as a`));
    expect(text).toContain('"rows":[{"__proto__":1,"constructor":2,"a":3,"a_2":4}]');
  });

  it("SQ-08: refuses parameters that no statement can have", async () => {
    const nested = JSON.parse(`${"[".repeat(1_000)}${"]".repeat(1_000)}`);
    expect(await refusalOf(run("select $1", [nested]))).toMatchObject({ code: "invalid_request" });
    expect(await refusalOf(run("select 1", Array(65_536).fill(1)))).toMatchObject({ code: "invalid_request" });
    expect(await refusalOf(run("select $1::text", ["a\0b"]))).toMatchObject({ code: "invalid_request" });
    expect(await refusalOf(run("select 'a\0b'"))).toMatchObject({ code: "invalid_request" });
    expect(await refusalOf(run("select $1::text", ["\ud800"]))).toMatchObject({ code: "invalid_request" });
    const many = Array.from({ length: 10_000 }, (_, index) => index);
    const places = many.map((_, index) => `$${index + 1}::int`).join();
    const found = await run(
      `select count(*)::int as n from generate_series(1, 20000) as g where g in (${places})`,
      many,
    );
    expect(found.rows).toEqual([{ n: 9_999 }]);
    expect(await refusalOf(run("select 1", [1]))).toMatchObject({ code: "sql_error", sqlState: "08P01" });
  });

  it("SQ-07, SQ-L5: tells the Postgres part of an error, and nothing of the host or of its source", async () => {
    const context = await sql.contextOf(key);
    expect(context.actor).toEqual(key);
    const failure = await sql.run(key, { database, query: "select 1 from nowhere" }).catch((error) => error);
    expect(failure.fields).toEqual({
      message: 'relation "nowhere" does not exist',
      ...{ severity: "ERROR", code: "42P01", position: "15", detail: null, hint: null },
      ...{ internalPosition: null, internalQuery: null, where: null, schema: null, table: null, column: null },
      ...{ dataType: null, constraint: null, file: null, line: null, routine: null },
    });
    const taken = await sql.run(key, { database, query: "insert into item values (1)" }).catch((error) => error);
    expect(taken.fields).toMatchObject({ code: "23505", schema: "public", table: "item", constraint: "item_pkey" });
    expect(taken.fields.detail).toContain("already exists");
  });

  it("SQ-07: a flood of notices is no part of the answer", async () => {
    const flood = "do $$ begin for i in 1..100000 loop raise notice 'n %', i; end loop; end $$";
    expect(await run(flood)).toMatchObject({ command: "DO", rows: [] });
  });

  it("SQ-04: is one statement, and copies nothing from or to the client", async () => {
    expect(await refusalOf(run("select 1; select 2"))).toMatchObject({ code: "sql_error", sqlState: "42601" });
    expect(await refusalOf(run("copy item from stdin"))).toMatchObject({ code: "sql_error", sqlState: "0A000" });
    expect(await refusalOf(run("copy (select 1) to stdout"))).toMatchObject({ code: "sql_error", sqlState: "0A000" });
    expect(await refusalOf(run("\\dt"))).toMatchObject({ code: "sql_error", sqlState: "42601" });
    expect((await run("explain select 1")).rows[0]).toHaveProperty("QUERY PLAN");
  });

  it("SQ-01: an answer beyond 16 MB is refused, while others go on", async () => {
    const big = ["select repeat('x', 17000000)", "select repeat('x', 999) from generate_series(1, 20000)"];
    const empty = "select from generate_series(1, 2000000)";
    const giant = "select repeat('x', 100000000)";
    const escaped = "select repeat(chr(1), 4000000)";
    for (const query of [...big, empty, giant, escaped]) {
      const [refusal, other] = await Promise.all([refusalOf(run(query)), run("select 1 as n")]);
      expect(refusal, query).toMatchObject({ code: "response_too_large" });
      expect(other.rows).toEqual([{ n: 1 }]);
    }
    expect((await run("select repeat('x', 15000000) as x")).rows[0].x).toHaveLength(15_000_000);
  });
});

describe("faults that people met elsewhere", () => {
  /** The answer as it is sent, for numbers that a parser of JSON would round. */
  const textOf = async (query: string) => {
    const input = ExecuteSqlInput.parse({ database, query });
    return executeSql(await sql.contextOf(key), input, new AbortController().signal);
  };

  it("2.2: a parameter where SQL takes none is an error with its place, and the next request works", async () => {
    const interval = await sql
      .run(key, { database, query: "select now() - interval $1", params: ["1 day"] })
      .catch((e) => e);
    expect(interval.fields).toMatchObject({ code: "42601", position: "25" });
    expect(await refusalOf(run("select '$1'", ["x"]))).toMatchObject({ sqlState: "08P01" });
    expect((await run("select 1 as n")).rows).toEqual([{ n: 1 }]);
  });

  it("2.5: digits and nulls of JSON stand in the answer as PostgreSQL has them", async () => {
    const text = await textOf(`select '{"id":9007199254740993,"n":null,"d":1.10,"k":1,"k":2}'::json as a,
      '{"id":9007199254740993,"d":1.10}'::jsonb as b, array['{"n":null}'::jsonb] as c`);
    expect(text).toContain('"a":{"id":9007199254740993,"n":null,"d":1.10,"k":1,"k":2}');
    expect(text).toMatch(/"b":\{"d": ?1\.10, "id": ?9007199254740993\}/);
    expect(text).toMatch(/"c":\[\{"n": ?null\}\]/);
  });

  it("2.8: a value for which JSON has no form is text, and the answer is JSON all the same", async () => {
    const text = await textOf(`select 'NaN'::float8 a, '-Infinity'::float4 b, '-0'::float8 c, 1e-7::float8 d,
      'NaN'::numeric e, b'0101' f, '[2:3]={1,2}'::int[] g, '{{1,NULL},{3,4}}'::int[] h, row(1,'a,"b') i,
      '\\x00ff'::bytea j, '(,5)'::int4range k, '0'::"char" l, null::text m`);
    expect(JSON.parse(text).rows).toEqual([
      {
        ...{ a: "NaN", b: "-Infinity", c: -0, d: 1e-7, e: "NaN", f: "0101", g: [1, 2] },
        h: [
          [1, null],
          [3, 4],
        ],
        ...{ i: '(1,"a,""b")', j: "\\x00ff", k: "(,5)", l: "0", m: null },
      },
    ]);
  });
});

describe("several statements", () => {
  it("are one transaction, at the isolation level that is asked for", async () => {
    const level = await sql.run(key, {
      database,
      queries: [
        { query: "insert into item values ($1, 'two')", params: [2] },
        { query: "select count(*)::int as n from item", arrayMode: true },
        { query: "show transaction_isolation" },
      ],
      isolationLevel: "serializable",
    });
    expect(level.results.map(({ rows }) => rows)).toEqual([[], [[2]], [{ transaction_isolation: "serializable" }]]);
    const failing = sql.run(key, {
      database,
      queries: [{ query: "insert into item values (3, 'three')" }, { query: "select 1/0" }],
    });
    expect(await refusalOf(failing)).toMatchObject({ code: "sql_error", sqlState: "22012" });
    expect((await run("select count(*)::int as n from item")).rows).toEqual([{ n: 2 }]);
  });

  it("SQ-L8: may be deferrable", async () => {
    const deferrable = { isolationLevel: "serializable", readOnly: true, deferrable: true };
    const queries = [{ query: "show transaction_deferrable" }];
    const { results } = await sql.run(key, { database, queries, ...deferrable });
    expect(results[0]?.rows).toEqual([{ transaction_deferrable: "on" }]);
  });

  const PREPARED = "prepare p (int) as select $1 + 1 as n";

  it.each([
    ["EXECUTE", [PREPARED, "execute p (41)"], { rows: [{ n: 42 }] }],
    ["DEALLOCATE", [PREPARED, "deallocate p"], { command: "DEALLOCATE" }],
    ["DEALLOCATE ALL", [PREPARED, "deallocate all"], { command: "DEALLOCATE" }],
  ])("answer %s of a statement that was prepared in the transaction", async (_command, texts, last) => {
    const answer = await sql.run(key, { database, queries: texts.map((query) => ({ query })) });
    expect(answer.results.at(-1)).toMatchObject(last);
  });

  it.each([
    ["EXECUTE after DEALLOCATE", [PREPARED, "deallocate p", "execute p (1)"], "26000"],
    ["EXECUTE after DEALLOCATE ALL", [PREPARED, "deallocate all", "execute p (1)"], "26000"],
    ["DEALLOCATE of nothing", ["deallocate p"], "26000"],
    ["a second PREPARE", [PREPARED, PREPARED], "42P05"],
    ["DISCARD ALL in a transaction", ["discard all"], "25001"],
  ])("refuse %s as PostgreSQL does", async (_command, texts, sqlState) => {
    const running = sql.run(key, { database, queries: texts.map((query) => ({ query })) });
    expect(await refusalOf(running)).toMatchObject({ code: "sql_error", sqlState });
  });

  it.each([
    ["PREPARE", PREPARED, "PREPARE"],
    ["DEALLOCATE ALL", "deallocate all", "DEALLOCATE"],
    ["DISCARD ALL", "discard all", "DISCARD"],
    ["DISCARD PLANS", "discard plans", "DISCARD"],
  ])("leave nothing of %s that runs alone", async (_name, query, command) => {
    expect(await sql.run(key, { database, query })).toMatchObject({ command });
    await expect(sql.run(key, { database, query: "execute p (1)" })).rejects.toThrow();
  });

  it("change nothing where the transaction may only read", async () => {
    const reading = sql.run(key, { database, queries: [{ query: "delete from item" }], readOnly: true });
    expect(await refusalOf(reading)).toMatchObject({ code: "sql_error", sqlState: "25006" });
  });

  it("SQ-04: stop at one that ends the transaction", async () => {
    const ending = sql.run(key, {
      database,
      queries: [{ query: "commit" }, { query: "insert into item values (9, 'nine')" }],
    });
    expect(await refusalOf(ending)).toMatchObject({ code: "sql_error", sqlState: "2D000" });
    expect((await run("select * from item where id = 9")).rows).toEqual([]);
  });
});

describe("access to SQL", () => {
  it("SQ-02: a read-only key runs as a role that holds SELECT alone", async () => {
    const reading = (query: string) => sql.run(readOnly, { database, query });
    expect((await reading("select name from item where id = 1")).rows).toEqual([{ name: "one" }]);
    expect((await reading("select current_user as role")).rows[0].role).toMatch(/^ro_/);
    for (const query of ["insert into item values (5)", "notify a, 'b'", "commit", "call p()", "do 'begin end'"]) {
      const refusal = await refusalOf(reading(query));
      expect([query, refusal]).toEqual([query, expect.objectContaining({ code: "sql_error", sqlState: "42501" })]);
    }
    const escaping = sql.run(readOnly, {
      database,
      queries: [{ query: "set transaction read write" }, { query: "select setval(1::regclass, 1)" }],
    });
    expect(await refusalOf(escaping)).toMatchObject({ code: "sql_error", sqlState: "25001" });
    await run("create table later (id int)");
    expect((await reading("select * from later")).rows).toEqual([]);
  });

  it("a viewer's key reads, and a key of one database reaches no other", async () => {
    const { member } = await service.organisation();
    const theirs = await createReadyDatabase(service, member.owner);
    const viewer = keyActor(member.viewer as Member);
    expect((await sql.run(viewer, { database: theirs, query: "select 1 as n" })).rows).toEqual([{ n: 1 }]);
    expect(await refusalOf(sql.run(viewer, { database: theirs, query: "create table t ()" }))).toMatchObject({
      code: "sql_error",
    });
    const other = await createReadyDatabase(service, member.owner);
    const scoped = keyActor(member.owner as Member, { databaseId: theirs });
    expect((await sql.run(scoped, { database: theirs, query: "select 1 as n" })).rows).toEqual([{ n: 1 }]);
    const elsewhere = sql.run(scoped, { database: other, query: "select 1" });
    expect(await refusalOf(elsewhere)).toMatchObject({ code: "key_scope_too_narrow" });
  });

  it("SQ-02: another organisation's database is as unknown as one that never was", async () => {
    const { member } = await service.organisation();
    const stranger = keyActor(member.owner as Member);
    const [theirs, none] = await Promise.all(
      [database, NO_SUCH_DATABASE].map((each) => refusalOf(sql.run(stranger, { database: each, query: "select 1" }))),
    );
    expect(theirs).toMatchObject({ code: "database_not_found" });
    expect(theirs).toEqual(none);
  });

  it("a database that is not ready, or is being changed, is refused until it is", async () => {
    await service.db.database.update({ where: { id: database }, data: { status: "provisioning" } });
    expect(await refusalOf(run("select 1"))).toMatchObject({ code: "database_not_ready" });
    await service.db.database.update({ where: { id: database }, data: { status: "ready" } });
    expect((await run("select 1 as n")).rows).toEqual([{ n: 1 }]);
  });
});

describe("a connection string", () => {
  it("reuses no session of a database that is not ready", async () => {
    const { connectionString } = await revealConnectionString(owner, { databaseId: database });
    const runs = () => sql.runByPassword(connectionString, { query: "select 1 as n" });
    await runs();
    await service.db.database.update({ where: { id: database }, data: { status: "provisioning" } });
    expect(await refusalOf(runs())).toMatchObject({ code: "database_not_ready" });
    await service.db.database.update({ where: { id: database }, data: { status: "ready" } });
    expect((await runs()).rows).toEqual([{ n: "1" }]);
  });

  it("SQ-02: leads to its own database alone, with any host, port and parameters", async () => {
    const { connectionString } = await revealConnectionString(owner, { databaseId: database });
    const url = new URL(connectionString);
    Object.assign(url, { host: "203.0.113.9:1" });
    url.searchParams.set("options", "-c role=pg_monitor -c statement_timeout=0");
    url.searchParams.set("host", "/tmp");
    const { rows } = await sql.runByPassword(url.href, {
      query: "select current_user::text as role, current_setting('statement_timeout') as timeout",
    });
    expect(rows).toEqual([{ role: database, timeout: "30s" }]);
    const { member } = await service.organisation();
    const other = await createReadyDatabase(service, member.owner);
    url.pathname = `/${other}`;
    expect(await refusalOf(sql.runByPassword(url.href, { query: "select 1" }))).toMatchObject({ sqlState: "28P01" });
  });

  it("SQ-02: a wrong password and an unknown database get the same answer", async () => {
    const { connectionString } = await revealConnectionString(owner, { databaseId: database });
    const wrong = Object.assign(new URL(connectionString), { password: "wrong" }).href;
    const unknown = wrong.replaceAll(database, NO_SUCH_DATABASE);
    const [first, second] = await Promise.all(
      [wrong, unknown].map((each) => refusalOf(sql.runByPassword(each, { query: "select 1" }))),
    );
    expect(first).toMatchObject({ code: "sql_error", sqlState: "28P01" });
    expect(second?.message).toBe(first?.message.replace(database, NO_SUCH_DATABASE));
    for (const text of ["", "postgresql://x", "mysql://a:b@c/d"]) {
      expect(await refusalOf(sql.runByPassword(text, { query: "select 1" }))).toMatchObject({ sqlState: "28000" });
    }
  });

  it("SQ-L6: an unknown role gets the answer of a wrong password, as over the WebSocket", async () => {
    for (const role of ["platform_root", "nobody", "provisioner"]) {
      const text = `postgresql://${role}:x@h/${database}`;
      expect(await refusalOf(sql.runByPassword(text, { query: "select 1" }))).toEqual({
        ...{ code: "sql_error", sqlState: "28P01", message: `password authentication failed for user "${role}"` },
      });
    }
  });

  it("an old password is refused after a rotation, also where a session was kept", async () => {
    const { member } = await service.organisation();
    const id = await createReadyDatabase(service, member.owner);
    const reader = await service.context(member.owner);
    const { connectionString } = await revealConnectionString(reader, { databaseId: id });
    expect((await sql.runByPassword(connectionString, { query: "select 1 as n" })).rows).toEqual([{ n: "1" }]);
    const { rotateCredential } = await import("@/lib/hosting/credentials/rotate");
    const rotated = await rotateCredential(reader, { databaseId: id });
    const old = sql.runByPassword(connectionString, { query: "select 1" });
    expect(await refusalOf(old)).toMatchObject({ sqlState: "28P01" });
    expect((await sql.runByPassword(rotated.connectionString, { query: "select 1 as n" })).rows).toEqual([{ n: "1" }]);
  });
});

it("leaves nothing behind that a superuser could see: sessions are of the database's roles", async () => {
  const rows = await asSuperuser(service.cluster, "postgres", async (client) => {
    const { rows } = await client.query("select distinct usename from pg_stat_activity where datname = $1", [database]);
    return rows.map(({ usename }) => usename);
  });
  for (const role of rows) expect(role).toMatch(/^(db|ro)_/);
});
