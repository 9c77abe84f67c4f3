import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { cancelRun } from "@/lib/sql/statements/cancel";
import { listStatements } from "@/lib/sql/statements/list";
import type { FailedStatement, StatementOutcome, SucceededStatement } from "@/lib/sql/statements/resource";
import { runStatements } from "@/lib/sql/statements/run";
import { EDITOR_LIMITS } from "@/lib/sql/statements/run-budget";
import { asCustomer, asSuperuser, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { runText } from "@/tests/support/run-statements";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

async function run(text: string, options: Parameters<typeof runText>[3] & { actor?: Actor } = {}) {
  const { actor, ...rest } = options;
  return runText(actor ? await service.context(actor) : owner, databaseId, text, rest);
}

async function runOne(text: string, options: Parameters<typeof run>[1] = {}) {
  const outcomes = await run(text, options);
  expect(outcomes).toHaveLength(1);
  const [outcome] = outcomes;
  if (!outcome) throw new Error("no outcome");
  return outcome;
}

async function succeed(text: string, options: Parameters<typeof run>[1] = {}) {
  const outcome = await runOne(text, options);
  expect(outcome).toMatchObject({ status: "succeeded" });
  return outcome as StatementOutcome & SucceededStatement;
}

async function fail(text: string, options: Parameters<typeof run>[1] = {}) {
  const outcome = await runOne(text, options);
  expect(outcome.status).not.toBe("succeeded");
  return outcome as StatementOutcome & FailedStatement;
}

const read = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];

describe("a statement that reads", () => {
  it("answers with its columns, their types, and values as Postgres writes them", async () => {
    const text = `select 1.50::numeric(10,2) as n, 'NaN'::float8, null::text, ''::text as t, '\\x00ff'::bytea,
      '{"a" : 1, "a":2}'::json, array[array[1,null],array[3,4]], 'infinity'::date, interval '1 mon -2 days', row(1,'x,y')`;
    const outcome = await succeed(text);
    expect(outcome.rows).toEqual([
      [
        "1.50",
        "NaN",
        null,
        "",
        "\\x00ff",
        '{"a" : 1, "a":2}',
        "{{1,NULL},{3,4}}",
        "infinity",
        "1 mon -2 days",
        '(1,"x,y")',
      ],
    ]);
    expect(outcome.columns.map(({ typeName }) => typeName)).toEqual([
      ...["numeric(10,2)", "double precision", "text", "text", "bytea", "json", "integer[]", "date", "interval"],
      "record",
    ]);
    expect(outcome.columns[0]?.name).toBe("n");
    expect(outcome).toMatchObject({ command: "SELECT", rowCount: 1, isTruncated: false, change: null, notices: [] });
  });

  it("names the customer's own types", async () => {
    await setUp("create type mood as enum ('glad'); create domain nr as int");
    const { columns } = await succeed("select 'glad'::mood, 1::nr");
    expect(columns.map(({ typeName }) => typeName)).toEqual(["mood", "integer"]);
  });

  it("is cut off at 100,000 rows, and the rest stays on the server", async () => {
    const outcome = await succeed("select generate_series(1, 100000000)");
    expect(outcome).toMatchObject({ isTruncated: true, rowCount: null });
    expect(outcome.rows).toHaveLength(100_000);
    expect(outcome.rows.at(-1)).toEqual(["100000"]);
    expect(await succeed("select generate_series(1, 100000)")).toMatchObject({ isTruncated: false, rowCount: 100_000 });
  });

  it("SQ-01: is ended when one value alone is larger than a process can hold", async () => {
    const outcome = await fail("select repeat('x', 80000000)");
    expect(outcome.message).toBe("The result is larger than 64 MB.");
    expect((await succeed("select repeat('x', 1000) from generate_series(1, 60000)")).isTruncated).toBe(true);
  });

  it("tells notices, bounded in number", async () => {
    const outcome = await succeed("do $$ begin for n in 1..1000 loop raise notice 'n %', n; end loop; end $$");
    expect(outcome.notices).toHaveLength(100);
    expect(outcome.notices[0]).toBe("NOTICE: n 1");
  });

  it("tells where it failed, in the text as a whole", async () => {
    const text = "select '😀é'; select 1; select é.nothing from (select 1) as é; select 2";
    const outcomes = await run(text);
    expect(outcomes.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "failed"]);
    expect(outcomes[2]).toMatchObject({ sqlState: "42703", position: text.indexOf("é.nothing") });
    expect(outcomes.map(({ from, to }) => text.slice(from, to))[2]).toBe("select é.nothing from (select 1) as é");
    const selected = await fail(text, {
      selection: { from: text.indexOf("select é"), to: text.indexOf("; select 2") },
    });
    expect(selected.position).toBe(text.indexOf("é.nothing"));
  });

  it("is not run when the text cannot be read, though the text before it could be", async () => {
    const text = "create table never (a int);\nselec 1;\nselect 2";
    const failed = await fail(text);
    expect(failed).toMatchObject({ sqlState: "42601", position: text.indexOf("selec"), ran: 0, notRun: 2 });
    expect(text.slice(failed.from, failed.to)).toBe("selec 1");
    expect(await read("select to_regclass('never') is null")).toEqual([[true]]);
  });

  it("is refused by a code of its own where it is too long, or too many statements", async () => {
    for (const text of [`select '${"x".repeat(100_000)}'`, "select 1;".repeat(501)]) {
      expect(await fail(text)).toMatchObject({ sqlState: "54000", message: expect.stringContaining("Split it up") });
    }
  });

  it("tells which statements ran before one that fails, and which were not run", async () => {
    const middle = (await run("select 1; select 2; select 1 / 0; select 3")).at(-1);
    expect(middle).toMatchObject({ status: "failed", ran: 2, notRun: 1, isRolledBack: false });
    const within = (await run("begin; select 1 / 0; commit; select 3")).at(-1);
    expect(within).toMatchObject({ status: "failed", ran: 1, notRun: 2, isRolledBack: true });
    expect(await fail("select 1; copy pg_class to stdout")).toMatchObject({ ran: 0, notRun: 1 });
  });

  it("SQ-05: is cancelled by its run's id, which is told apart from a timeout", async () => {
    const runId = randomUUID();
    const cancelled = fail("select pg_sleep(600)", { runId });
    // The statement is not there yet, which nobody who cancels can know.
    expect(await cancelRun(owner, { databaseId, runId })).toEqual({ isCancelled: true });
    expect(await cancelled).toMatchObject({ status: "cancelled", sqlState: "57014" });
    expect(await cancelRun(owner, { databaseId, runId })).toEqual({ isCancelled: false });
  });

  it("PG-09: ends after its time, also when the statement has switched the server's own timeout off", async () => {
    const limits = { ...EDITOR_LIMITS, statementMilliseconds: 1_000 };
    const timedOut = fail("select pg_sleep(600)", { limits });
    const ended = run("set statement_timeout = 0; select pg_sleep(600)", { limits });
    expect(await timedOut).toMatchObject({ status: "failed", sqlState: "57014" });
    const last = (await ended).at(-1);
    expect(last).toMatchObject({ status: "failed", message: "Stopped: statements are limited to 1 second." });
    const running = "select 1 from pg_stat_activity where query like '%pg_sleep(600)' and state = 'active'";
    const { rowCount } = await asSuperuser(service.cluster, "postgres", (client) => client.query(running));
    expect(rowCount).toBe(0);
  });
});

describe("settings", () => {
  it("PG-09: of the role or the database do not change how values are written", async () => {
    const settings = [
      "datestyle = 'German, DMY'",
      "extra_float_digits = -15",
      "bytea_output = 'escape'",
      "intervalstyle = 'iso_8601'",
    ];
    for (const setting of settings) await setUp(`alter role "${databaseId}" set ${setting}`);
    const { rows } = await succeed("select date '2020-12-31', 0.1::float8 + 0.2, bytea 'A', interval '1 day', '\\'");
    expect(rows).toEqual([["2020-12-31", "0.30000000000000004", "\\x41", "1 day", "\\"]]);
    await setUp(`alter role "${databaseId}" reset all`);
  });

  it("of the session that change how values are written let rows be kept by a restore point alone", async () => {
    await setUp("create table dated (id int primary key, d date)");
    const outcomes = await run("set datestyle = 'German'; insert into dated values (1, '31.12.2020')");
    expect(outcomes.at(-1)).toMatchObject({ status: "succeeded", change: { kind: "restore-point" } });
    expect(await read("select d::text from dated")).toEqual([["2020-12-31"]]);
  });

  it("of the time zone are those that undo writes moments in", async () => {
    await setUp(
      "create table moments (id int primary key, at timestamptz); insert into moments values (1, '2020-01-01 00:00+00')",
    );
    const outcomes = await run(
      "set timezone = 'Asia/Tokyo'; update moments set at = at + interval '1 hour' returning at",
    );
    const last = outcomes.at(-1);
    expect(last).toMatchObject({ rows: [["2020-01-01 10:00:00+09"]], change: { kind: "rows" } });
    const changeId = last && "change" in last ? (last.change?.id ?? "") : "";
    await undoDataChange(owner, { databaseId, changeId });
    expect(await read("select at = '2020-01-01 00:00+00' from moments")).toEqual([[true]]);
  });
});

describe("somebody who may only read", () => {
  it.for([
    "insert into kept values (1)",
    "set transaction read write; select writes()",
    "set default_transaction_read_only = off; select writes()",
    "with gone as (delete from kept returning *) select * from gone",
    "select nextval('numbers')",
    "select writes()",
    "select set_config('transaction_read_only', 'off', true), writes()",
    "explain analyze delete from kept",
    "do $$ begin perform writes(); end $$",
    "begin; select writes(); commit",
    "commit; delete from kept",
    "select 1 \\; delete from kept",
    "select lo_create(0)",
  ])("changes nothing by %s", async (text) => {
    await setUp(`create table if not exists kept (a int); create sequence if not exists numbers;
      create or replace function writes() returns int language sql as 'insert into kept values (1) returning a'`);
    const outcomes = await run(text, { actor: organisation.member.viewer });
    expect(outcomes.at(-1)?.status).toBe("failed");
    expect(await read("select count(*)::int from kept")).toEqual([[0]]);
    await setUp("drop function writes; drop table kept; drop sequence numbers");
  });

  it("reads, explains, and uses settings", async () => {
    const viewer = { actor: organisation.member.viewer };
    await setUp("create schema s create table only_here (a int)");
    const outcomes = await run("set search_path = s; select * from only_here; show search_path", viewer);
    expect(outcomes.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded"]);
    const plan = await succeed("select 1", { ...viewer, mode: "explain-analyze" });
    expect(JSON.parse(plan.rows[0]?.[0] ?? "")).toMatchObject([{ Plan: { "Actual Rows": 1 } }]);
  });
});

describe("a plan", () => {
  it("is JSON, and an analysed statement has no effect", async () => {
    await setUp("create table planned (a int)");
    const plan = await succeed("insert into planned values (1)", { mode: "explain-analyze" });
    expect(JSON.parse(plan.rows[0]?.[0] ?? "")).toMatchObject([{ Plan: { "Node Type": "ModifyTable" } }]);
    expect(plan.change).toBeNull();
    expect((await succeed("delete from planned", { mode: "explain" })).columns).toHaveLength(1);
    expect(await read("select count(*)::int from planned")).toEqual([[0]]);
    const text = "select nothing";
    expect((await fail(text, { mode: "explain" })).position).toBe(text.indexOf("nothing"));
    expect((await fail("drop table planned", { mode: "explain-analyze" })).sqlState).toBeNull();
  });
});

describe("a member who runs statements", () => {
  it("is a member of the database's organisation: a stranger finds nothing", async () => {
    const stranger = await service.organisation();
    const ctx = await service.context(stranger.member.owner);
    const input = { databaseId, text: "select 1", runId: randomUUID(), mode: "run" as const };
    const never = () => {
      throw new Error("it ran");
    };
    await expect(runStatements(ctx, input, never)).rejects.toMatchObject({ code: "database_not_found" });
    await expect(cancelRun(ctx, input)).rejects.toMatchObject({ code: "database_not_found" });
    await expect(listStatements(ctx, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
    const missing = { ...input, databaseId: NO_SUCH_DATABASE };
    await expect(runStatements(owner, missing, never)).rejects.toMatchObject({ code: "database_not_found" });
    const nobody = await service.context({ kind: "anonymous", id: "x" });
    await expect(runStatements(nobody, input, never)).rejects.toMatchObject({ code: "missing_permission" });
  });

  it("acts as the database's own role, never as the platform", async () => {
    const { rows } = await succeed("select current_user, session_user, current_database()");
    expect(rows).toEqual([[databaseId, databaseId, databaseId]]);
  });
});
