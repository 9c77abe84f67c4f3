import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

beforeAll(() =>
  setUp(`create table lasting (a int); create table written (a int); create table triggered (a int);
    create function writes() returns int language sql as 'insert into public.written values (1) returning 1';
    create function tell() returns trigger language plpgsql as 'begin perform public.writes(); return new; end';
    create trigger tell before insert on triggered for each row execute function tell()`),
);

afterAll(() => service.close());

beforeEach(() =>
  setUp("truncate lasting, written, triggered; drop table if exists kept; create table kept (a int, b int)"),
);

const rows = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];
const columns = async () =>
  (
    await rows("select attname from pg_attribute where attrelid = 'kept'::regclass and attnum > 0 and not attisdropped")
  ).flat();
const points = () => service.db.restorePoint.count({ where: { databaseId } });
const undo = (changeId: string | undefined) => undoDataChange(owner, { databaseId, changeId: changeId ?? "" });
const TEMPORARY = "create temp table t (a int); insert into t values (1), (2)";

/** Runs a text of which every statement succeeds, and returns the rows of the last one that has some. */
async function lastRows(text: string, options = {}) {
  const outcomes = await runText(owner, databaseId, text, options);
  expect(outcomes.filter(({ status }) => status !== "succeeded")).toEqual([]);
  return outcomes.flatMap((outcome) => ("rows" in outcome && outcome.rows.length > 0 ? [outcome.rows] : [])).at(-1);
}

describe("a run with a change that needs a restore point", { timeout: 60_000 }, () => {
  it.for([
    ["temporary tables with their rows", `${TEMPORARY}; alter table kept drop b; select count(*) from t`, "2"],
    [
      "a temporary table that was filled by a query",
      "create temp table t as select 7 as a; insert into lasting select a from t; alter table kept drop b; select * from t",
      "7",
    ],
    [
      "a temporary table of a transaction",
      `begin; ${TEMPORARY}; commit; alter table kept drop b; select count(*) from t`,
      "2",
    ],
    [
      "a temporary table through two changes with another between them",
      `${TEMPORARY}; alter table kept drop b; insert into lasting values (1); alter table kept alter a type bigint; select count(*) from t`,
      "2",
    ],
    [
      "a temporary table where the need shows only when it runs",
      `${TEMPORARY}; insert into lasting values (1); insert into triggered select a from t; select count(*) from t`,
      "2",
    ],
    [
      "a function of the session",
      "create function pg_temp.f() returns int language sql as 'select 3'; alter table kept drop b; select pg_temp.f()",
      "3",
    ],
    [
      "locks of the session",
      "select pg_advisory_lock(4712); alter table kept drop b; select pg_advisory_unlock(4712)",
      "t",
    ],
    [
      "temporary statistics",
      "create statistics pg_temp.s on a, b from kept; alter table kept rename a to c; drop statistics pg_temp.s; select 1",
      "1",
    ],
    [
      "a temporary collation",
      `create collation pg_temp.own from "C"; alter table kept rename a to c; select 'a' < 'b' collate pg_temp.own`,
      "t",
    ],
    [
      "a temporary dictionary",
      "create text search dictionary pg_temp.d (template = simple); alter table kept rename a to c; select ts_lexize('pg_temp.d', 'Word')",
      "{word}",
    ],
    ["prepared statements", "prepare p as select 42; alter table kept drop b; execute p", "42"],
    [
      "prepared statements, where another one has lost its table",
      "prepare p as select 42; prepare q as select * from kept; drop table kept; execute p",
      "42",
    ],
    [
      "prepared statements whose table is gone meanwhile, and made again later",
      "create temporary table t as select 1 as a; prepare p as select a from t; drop table t; create temporary table t as select 42 as a; execute p; create table more (a int); alter table kept drop b; drop table more; execute p",
      "42",
    ],
    [
      "prepared statements and the search path that they were prepared with",
      "create schema if not exists apart; create table if not exists apart.own (a int); set search_path = apart; prepare p as select count(*) from own; alter table public.kept drop b; execute p",
      "0",
    ],
    [
      "no prepared statement that was given up",
      "prepare p as select 1; deallocate p; alter table kept drop b; prepare p as select 2; execute p",
      "2",
    ],
    [
      "settings, also of the customer's own",
      "select set_config('app.a', 'x', false), set_config('timezone', 'Asia/Tokyo', false); set app.b to 'y'; alter table kept drop b; select concat_ws(' ', current_setting('app.a'), current_setting('app.b'), current_setting('timezone'))",
      "x y Asia/Tokyo",
    ],
  ] as const)("keeps %s", async ([, text, value]) => {
    expect(await lastRows(text)).toEqual([[value]]);
  });

  const GONE =
    "create temp table t as select 6 as a; prepare q as select a from t; drop table t; insert into lasting values (1); alter table kept drop b";
  const NOT_THERE = { sqlState: "26000", message: 'prepared statement "q" does not exist' };

  it.for([
    ["DEALLOCATE ALL", `${GONE}; deallocate all; create temp table t (a int); execute q`, NOT_THERE],
    ["DISCARD ALL", `${GONE}; discard all; create temp table t (a int); execute q`, NOT_THERE],
    ["DEALLOCATE", `${GONE}; deallocate q; create temp table t (a int); execute q`, NOT_THERE],
    ["a second DEALLOCATE", `${GONE}; deallocate q; deallocate q`, NOT_THERE],
    [
      "DEALLOCATE ALL and another new session",
      `${GONE}; deallocate all; create table more (a int); alter table kept rename a to c; drop table more; create temp table t (a int); execute q`,
      NOT_THERE,
    ],
    ["PREPARE", `${GONE}; prepare q as select 1`, { sqlState: "42P05" }],
    ["EXECUTE", `${GONE}; execute q`, { sqlState: "42P01", message: 'relation "t" does not exist' }],
    ["EXPLAIN EXECUTE", `${GONE}; explain execute q`, { sqlState: "42P01" }],
    ["CREATE TABLE AS EXECUTE", `${GONE}; create temp table made as execute q`, { sqlState: "42P01" }],
    ["EXECUTE in a transaction", `${GONE}; begin; execute q`, { sqlState: "42P01" }],
  ] as const)("answers %s as PostgreSQL does for a prepared statement whose table is gone", async ([, text, last]) => {
    const outcomes = await runText(owner, databaseId, text);
    expect(outcomes.slice(0, -1).filter(({ status }) => status !== "succeeded")).toEqual([]);
    expect(outcomes.at(-1)).toMatchObject({ status: "failed", ...last });
  });

  it.for([
    ["a name that was given up", `${GONE}; deallocate q; prepare q as select 5; execute q`, "5"],
    [
      "one of a transaction beside one whose table is gone",
      `prepare p as select 42; ${GONE}; begin; insert into lasting values (1); execute p; commit`,
      "42",
    ],
    [
      "one whose table is there again, in a transaction",
      `${GONE}; create temp table t as select 6 as a; begin; execute q; commit`,
      "6",
    ],
  ] as const)("executes %s", async ([, text, value]) => {
    expect(await lastRows(text)).toEqual([[value]]);
  });

  it("takes the database back to the state where its session began to hold something, by one undo", async () => {
    const before = await points();
    const text = `insert into lasting values (1); ${TEMPORARY}; insert into lasting select a + 1 from t; alter table kept drop b`;
    const changes = await changeByText(owner, databaseId, text);
    expect(changes.map(({ kind }) => kind)).toEqual(["rows", "rows", "restore-point"]);
    expect(await points()).toBe(before + 1);
    expect(await rows("select a from lasting order by a")).toEqual([[1], [2], [3]]);
    await undo(changes.at(-1)?.id);
    expect(await columns()).toEqual(["a", "b"]);
    expect(await rows("select a from lasting")).toEqual([[1]]);
  });

  it("takes back by that undo no earlier change that has a restore point of its own", async () => {
    const text = `alter table kept drop b; ${TEMPORARY}; insert into lasting values (1); alter table kept rename a to c`;
    const changes = await changeByText(owner, databaseId, text);
    await undo(changes.at(-1)?.id);
    expect(await columns()).toEqual(["a"]);
    expect(await rows("select a from lasting")).toEqual([]);
  });

  it("takes a point of its own for each change once the session holds nothing", async () => {
    const text = `${TEMPORARY}; drop table t; insert into lasting values (1); alter table kept drop b`;
    const changes = await changeByText(owner, databaseId, text);
    await undo(changes.at(-1)?.id);
    expect(await columns()).toEqual(["a", "b"]);
    expect(await rows("select a from lasting")).toEqual([[1]]);
  });

  it("deletes the point that no statement had need of", async () => {
    const before = await points();
    await lastRows(`${TEMPORARY}; insert into lasting select a from t; do $$ begin perform 1; end $$`);
    expect(await points()).toBe(before);
  });
});

describe("a run that may take no restore point yet", { timeout: 60_000 }, () => {
  const run = (text: string, options = {}) => runText(owner, databaseId, text, { confirmed: undefined, ...options });

  it("runs on without a prepared statement that DISCARD ALL gave up", async () => {
    const text = "prepare p as select 1; discard all; alter table kept drop b; prepare p as select 2; execute p";
    const asked = await run(text);
    const { from, asks } = asked.at(-1) as unknown as { from: number; asks: { settings: [string, string][] } };
    expect(from).toBe(text.indexOf("alter"));
    expect(await lastRows(text, { confirmed: { from, settings: asks.settings } })).toEqual([["2"]]);
  });

  it("asks before its session holds something, and then runs on from there", async () => {
    const text = `insert into lasting values (1); ${TEMPORARY}; alter table kept drop b; select count(*) from t`;
    const asked = await run(text);
    expect(asked).toMatchObject([
      { status: "succeeded" },
      {
        status: "cancelled",
        from: text.indexOf("create temp"),
        asks: { reason: expect.stringContaining("ALTER TABLE") },
      },
    ]);
    const { from, asks } = asked[1] as { from: number; asks: { settings: [string, string][] } };
    expect(await lastRows(text, { confirmed: { from, settings: asks.settings } })).toEqual([["2"]]);
    expect(await rows("select a from lasting")).toEqual([[1]]);
  });

  it("asks nothing where all that lasts can be undone by its rows", async () => {
    const before = await points();
    const outcomes = await run(`${TEMPORARY}; insert into lasting select a from t; select count(*) from t`);
    expect(outcomes.at(-1)).toMatchObject({ rows: [["2"]] });
    expect(await points()).toBe(before);
  });

  it("asks nothing to drop the tables it has made for itself, and does for a lasting table of that name", async () => {
    const before = await points();
    const own = await run(
      `${TEMPORARY}; insert into lasting select a from t; drop table t; select count(*) from lasting`,
    );
    expect(own.at(-1)).toMatchObject({ rows: [["2"]] });
    const text = "begin; create temp table kept (a int) on commit drop; commit; drop table kept";
    expect((await run(text)).at(-1)).toMatchObject({ status: "cancelled", from: text.indexOf("drop table") });
    expect(await points()).toBe(before);
    expect(await columns()).toEqual(["a", "b"]);
  });

  it.for([undefined, { from: 0, settings: [] }])(
    "says what is lost, and does nothing, where a need that no text shows comes too late (confirmed: %o)",
    async (confirmed) => {
      const text = "create temp table t (a int); select writes()";
      const outcomes = await run(text, { confirmed });
      expect(outcomes.at(-1)).toMatchObject({
        ...{ status: "cancelled", from: text.indexOf("select") },
        asks: { reason: expect.stringContaining("Temporary tables of this run lose their rows") },
      });
      expect(await rows("select * from written")).toEqual([]);
      const from = text.indexOf("select");
      expect(await lastRows(text, { confirmed: { from, settings: [] } })).toEqual([["1"]]);
      expect(await rows("select * from written")).toEqual([[1]]);
    },
  );
});
