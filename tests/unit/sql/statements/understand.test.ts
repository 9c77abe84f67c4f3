import { describe, expect, it } from "vitest";
import { refusalForReaders } from "@/lib/sql/grammar/effect";
import { parseStatements } from "@/lib/sql/grammar/parse";
import { understand } from "@/lib/sql/statements/understand";

const effects = async (text: string) => (await understand(text)).statements.map(({ effect }) => effect);

describe("statements of a text", () => {
  it("are found with their offsets in UTF-16, without comments around them", async () => {
    const text = "-- first\nselect '😀é' ; /* two */ insert into t values (1) -- bla\n;;\n update t set a = ';' -- end";
    const { statements } = await understand(text);
    expect(statements.map(({ from, to }) => text.slice(from, to))).toEqual([
      "select '😀é'",
      "insert into t values (1)",
      "update t set a = ';'",
    ]);
    expect(statements.map(({ text: own }) => own)).toEqual(statements.map(({ from, to }) => text.slice(from, to)));
    expect(statements.map(({ command }) => command)).toEqual(["SELECT", "INSERT", "UPDATE"]);
  });

  it("keep control characters in strings, names and comments, such as the colours of a terminal", async () => {
    const colours = "select '\x1b[31mé\x1b[0m' as \"\x01\" /* \x02 */";
    const { statements } = await understand(`${colours}; select E'\\\x7f\x1f'`);
    expect(statements.map(({ text }) => text)).toEqual([colours.replace(" /* \x02 */", ""), "select E'\\\x7f\x1f'"]);
  });

  it("are none in a text of comments and semicolons", async () => {
    expect((await understand(" -- nothing\n ; ;; /* at all */")).statements).toEqual([]);
    expect((await understand("")).statements).toEqual([]);
  });

  it.for([
    ["select 1; select é, 😀 frm x y z; selec", 'syntax error at or near "x"', "x y z"],
    ["select 'never ends", null, null],
    ["select 1\0; drop table t", "The text contains a NUL character.", "\0"],
  ] as const)("that cannot be read say where: %s", async ([text, message, at]) => {
    const failure = await understand(text).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "invalid_request" });
    if (message) expect(failure).toMatchObject({ message, position: at ? text.indexOf(at) : null });
  });

  it("that are nested without end are refused, and the parser goes on working", async () => {
    for (const text of [
      `select ${"(".repeat(49_000)}1${")".repeat(49_000)}`,
      `select 1${"+1".repeat(49_000)}`,
      `select ${"f(a,".repeat(10_000)}1${")".repeat(10_000)}`,
      `select ${"not ".repeat(20_000)}true`,
    ]) {
      await expect(understand(text)).rejects.toMatchObject({ code: "invalid_request" });
      expect(await effects("select 1")).toEqual(["reads"]);
    }
    const long = `insert into t values ${Array.from({ length: 7_000 }, (_, n) => `(${n}, 'x')`).join(",")}`;
    expect(await effects(long)).toEqual(["changes-rows"]);
  }, 60_000);

  it("RF-28: that begin comments again and again are read at once", async () => {
    expect(await effects(`set a.b = '${"/* ".repeat(33_000)}'`)).toEqual(["session"]);
  });

  it("RF-28: are read while others are served, however long that takes", async () => {
    // Starting the thread is not counted.
    await understand("select 1");
    let [turns, isDone] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const found = await effects(`select 1 where 1 in (${"1,".repeat(49_900)}1)`);
    isDone = true;
    expect(found).toEqual(["reads"]);
    // A process that reads by itself has not one turn for others meanwhile.
    expect(turns).toBeGreaterThan(0);
  });
});

it("SQ-L9: says of roles that there are no others, and of databases that the dashboard has them", async () => {
  for (const text of ["create role x", "drop role x", "grant a to b"]) {
    const [statement] = await parseStatements(text);
    expect(statement && refusalForReaders(statement), text).toContain("no others can be created or granted");
  }
  const [database] = await parseStatements("create database x");
  expect(database && refusalForReaders(database)).toContain("Manage databases in the dashboard");
});

it("RF-28: more than 500 statements are refused together", async () => {
  expect(await effects("select 1;".repeat(500))).toHaveLength(500);
  await expect(understand("select 1;".repeat(501))).rejects.toMatchObject({ code: "invalid_request" });
});

it.for([
  ["create /* a */ or replace -- b\n function f() returns int language sql as 'select 1'", "CREATE FUNCTION"],
  ["create materialized view m as select 1", "CREATE MATERIALIZED VIEW"],
  ["set a.b = 'alter table'", "SET"],
  ["drop table if exists t", "DROP TABLE"],
  ["start transaction", "START TRANSACTION"],
  ["comment on table t is 'x'", "COMMENT ON"],
  ['alter table "Kept" add b int', "ALTER TABLE"],
])("the command of %s is %s", async ([text, command]) => {
  expect((await understand(text ?? "")).statements.map((each) => each.command)).toEqual([command]);
});

describe("the effect of a statement", () => {
  it.for([
    ["select 1", "reads"],
    ["table t", "reads"],
    ["values (1)", "reads"],
    ["with x as (select 1) select * from x", "reads"],
    ["show all", "reads"],
    ["explain delete from t", "reads"],
    ["explain (costs off) select 1", "reads"],
    ["explain analyze select 1", "reads"],
    ["explain analyze delete from t", "needs-restore-point"],
    ["execute p", "reads"],
    ["insert into t select 1", "changes-rows"],
    ["update t set a = 1", "changes-rows"],
    ["delete from t using u", "changes-rows"],
    ["merge into t using u on true when matched then delete", "changes-rows"],
    ["with x as (select 1) insert into t select * from x", "changes-rows"],
    ["with x as (delete from t returning *) insert into u select * from x", "needs-restore-point"],
    ["with x as (delete from t returning *) select * from x", "needs-restore-point"],
    ["select 1 into t", "needs-restore-point"],
    ["create table t as select 1", "needs-restore-point"],
    ["create table t (a int)", "adds"],
    ["create unique index concurrently on t (a)", "adds"],
    ["create view v as select 1", "adds"],
    ["create or replace view v as select 1", "needs-restore-point"],
    ["create function f() returns int language sql return 1", "adds"],
    ["create or replace function f() returns int language sql return 1", "needs-restore-point"],
    ["create type mood as enum ('calm')", "adds"],
    ["create schema s create table t (a int)", "adds"],
    ["create temp table t (a int)", "session"],
    ["drop table t", "needs-restore-point"],
    ["truncate t", "needs-restore-point"],
    ["alter table t add b int not null default 0, add check (b > 0) not valid", "adds"],
    ["alter table t validate constraint c, alter b set not null", "adds"],
    ["alter table t add primary key using index i", "needs-restore-point"],
    ["alter table t add b int, drop c", "needs-restore-point"],
    ["alter type pair add attribute c int", "needs-restore-point"],
    ["alter type mood add value 'sad'", "needs-restore-point"],
    ["grant select on t to public", "needs-restore-point"],
    ["comment on table t is 'x'", "changes-rows"],
    ["comment on column s.t.a is null", "changes-rows"],
    ["comment on view v is 'x'", "needs-restore-point"],
    ["refresh materialized view m", "needs-restore-point"],
    ["do $$ begin end $$", "needs-restore-point"],
    ["call p()", "needs-restore-point"],
    ["set search_path = x", "session"],
    ["begin", "session"],
    ["commit", "session"],
    ["savepoint a", "session"],
    ["notify x", "session"],
    ["vacuum t", "session"],
    ["commit and chain", "refused"],
    ["prepare transaction 'x'", "refused"],
    ["copy t from stdin", "refused"],
    ["copy t to stdout", "refused"],
    ["listen x", "refused"],
    ["create database x", "refused"],
    ["alter role x password 'y'", "refused"],
    ["declare c cursor with hold for select 1", "refused"],
    ["set standard_conforming_strings = off", "refused"],
    ['set "STANDARD_Conforming_Strings" = off', "refused"],
  ] as const)("%s: %s", async ([text, effect]) => {
    expect(await effects(text)).toEqual([effect]);
  });

  it("is said before it runs where the effect is not certain, cannot be undone or is refused", async () => {
    for (const text of ["do $$ begin end $$", "notify x", "copy t from stdin", "alter role x set a = 1"]) {
      expect((await understand(text)).statements[0]?.reason, text).toBeTruthy();
    }
  });
});

describe("somebody who may only read", () => {
  const refusal = async (text: string) => {
    const [statement] = await parseStatements(text);
    if (!statement) throw new Error("no statement");
    return refusalForReaders(statement);
  };

  it.for(["select 1", "show all", "set search_path = x", "explain select 1", "prepare p as select 1", "execute p"])(
    "is let run %s",
    async (text) => expect(await refusal(text)).toBeNull(),
  );

  it.for([
    "insert into t values (1)",
    "drop table t",
    "begin",
    "commit",
    "do $$ begin end $$",
    "call p()",
    "notify x",
    "vacuum t",
    "lock t",
    "create temp table t (a int)",
    "copy t to stdout",
  ])("is refused %s", async (text) => expect(await refusal(text)).toBeTruthy());
});
