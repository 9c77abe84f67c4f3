import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { listStatements } from "@/lib/sql/statements/list";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

beforeAll(async () => {
  await setUp("create table t (id int primary key, n int)");
});

afterAll(() => service.close());

const rows = async (text = "select id, n from t order by 1") =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];
const statuses = async (ids: readonly string[]) => {
  const found = await service.db.dataChange.findMany({ where: { id: { in: [...ids] } } });
  return ids.map((id) => found.find((row) => row.id === id)?.status);
};
const undo = (changeId: string) => undoDataChange(owner, { databaseId, changeId });
const restorePoints = () => service.db.restorePoint.count({ where: { databaseId } });

describe("a transaction of the user", () => {
  it("is one, and each of its statements can be taken back", async () => {
    const changes = await changeByText(
      owner,
      databaseId,
      "begin; insert into t values (1, 1), (2, 2); select count(*) from t; update t set n = 9 where id = 1; commit",
    );
    expect(await rows()).toEqual([
      [1, 9],
      [2, 2],
    ]);
    expect(await statuses(changes.map(({ id }) => id))).toEqual(["committed", "committed"]);
    expect(changes.every(({ isPending }) => isPending)).toBe(true);
    for (const { id } of changes.reverse()) await undo(id);
    expect(await rows()).toEqual([]);
  });

  it("that fails leaves nothing, nor does one that is rolled back or never ended", async () => {
    for (const text of [
      "begin; insert into t values (1, 1); select 1 / 0; commit",
      "begin; insert into t values (1, 1); rollback",
      "begin; insert into t values (1, 1)",
    ]) {
      const outcomes = await runText(owner, databaseId, text);
      const change = outcomes.flatMap((outcome) => ("change" in outcome && outcome.change ? [outcome.change.id] : []));
      expect(change).toHaveLength(1);
      expect(outcomes.flatMap((outcome) => ("committed" in outcome ? outcome.committed : []))).toEqual([]);
      expect(await statuses(change), text).toEqual(["aborted"]);
      expect(await rows()).toEqual([]);
      await expect(undo(change[0] ?? "")).rejects.toMatchObject({ code: "conflict" });
    }
  });

  it.for([
    ["is never ended", "begin; insert into t values (1, 1)", ["insert into t values (1, 1)"]],
    [
      "is rolled back",
      "begin; insert into t values (1, 1); create table u (a int); rollback",
      ["insert into t values (1, 1)", "create table u (a int)"],
    ],
    ["fails", "begin; insert into t values (1, 1); select 1 / 0; commit", ["insert into t values (1, 1)"]],
    [
      "goes back to a savepoint",
      "begin; savepoint a; insert into t values (1, 1); rollback to a; commit",
      ["insert into t values (1, 1)"],
    ],
  ] as const)(
    "DA-M5: that %s says so of each statement, at its end and in the history",
    async ([, text, rolledBack]) => {
      const outcomes = await runText(owner, databaseId, text);
      const ids = outcomes.flatMap((outcome) => outcome.rolledBack);
      const { statements } = await listStatements(owner, { databaseId });
      const told = ids.map((id) => statements.find((statement) => statement.id === id));
      expect(told.map((one) => one?.text)).toEqual(rolledBack);
      expect(told.map((one) => one?.message)).toEqual(rolledBack.map(() => "Rolled back with its transaction"));
      const warned = outcomes.map(({ notices }) => notices.some((notice) => notice.includes("so it was rolled back")));
      expect(warned).toEqual(outcomes.map((_, index) => text.endsWith("(1, 1)") && index === outcomes.length - 1));
    },
  );

  it("keeps changes before a savepoint it goes back to", async () => {
    const outcomes = await runText(
      owner,
      databaseId,
      `begin; insert into t values (1, 1); savepoint a; insert into t values (2, 2); savepoint a; insert into t values (3, 3);
       rollback to a; release a; insert into t values (4, 4); rollback to savepoint a; insert into t values (5, 5); commit`,
    );
    const changes = outcomes.flatMap((outcome) => ("change" in outcome && outcome.change ? [outcome.change.id] : []));
    expect(await statuses(changes)).toEqual(["committed", "aborted", "aborted", "aborted", "committed"]);
    expect(outcomes.at(-1)).toMatchObject({ committed: [changes[0], changes[4]] });
    expect(await rows()).toEqual([
      [1, 1],
      [5, 5],
    ]);
    await setUp("truncate t");
  });

  it("that a deferred constraint refuses at its end is not kept", async () => {
    await setUp("create table d (id int primary key, p int references d deferrable initially deferred)");
    for (const text of ["begin; insert into d values (1, 2); commit", "insert into d values (1, 2)"]) {
      const outcomes = await runText(owner, databaseId, text);
      expect(outcomes.at(-1)).toMatchObject({ status: "failed", sqlState: "23503" });
      const found = await service.db.dataChange.findFirst({
        where: { databaseId, tableName: "d" },
        orderBy: { createdAt: "desc" },
      });
      expect(found?.status).toBe("aborted");
    }
  });

  it("refuses within it statements that rows alone cannot take back, and says what to do", async () => {
    await setUp("create function w() returns int language sql as 'insert into t values (7, 7) returning 1'");
    for (const text of [
      "begin; select w(); commit",
      "begin; insert into t select n, n from generate_series(1, 10001) as n; commit",
    ]) {
      const outcomes = await runText(owner, databaseId, text);
      expect(outcomes.at(-1)).toMatchObject({ status: "failed", hint: expect.stringContaining("outside") });
      expect(await rows()).toEqual([]);
    }
    expect(await restorePoints()).toBe(0);
  });
});

describe("a statement that needs a restore point", () => {
  it("has one taken before it, and undo restores the database", async () => {
    await setUp("insert into t values (1, 1)");
    const changes = await changeByText(owner, databaseId, "drop table t");
    expect(changes).toMatchObject([{ kind: "restore-point" }]);
    expect(await restorePoints()).toBe(1);
    await expect(rows()).rejects.toMatchObject({ code: "42P01" });
    const undone = await undo(changes[0]?.id ?? "");
    expect(undone).toMatchObject({ changeId: null, restorePointId: expect.stringMatching(/^rp_/) });
    expect(await rows()).toEqual([[1, 1]]);
    expect(await statuses(changes.map(({ id }) => id))).toEqual(["undone"]);
  }, 60_000);

  it("takes none when Postgres refuses it anyway", async () => {
    const before = await restorePoints();
    const [outcome] = await runText(owner, databaseId, "drop table not_there");
    expect(outcome).toMatchObject({ status: "failed", sqlState: "42P01" });
    expect(await restorePoints()).toBe(before);
  });

  it("is nothing that only adds, which is on record and ends no session", async () => {
    const before = await restorePoints();
    const text = `create schema more; create table more.t (id int primary key); create index concurrently on more.t (id);
      begin; create view more.v as select id from more.t; commit`;
    expect(await changeByText(owner, databaseId, text)).toEqual([]);
    expect(await restorePoints()).toBe(before);
    expect(await rows("select * from more.v")).toEqual([]);
    const recorded = await service.db.auditEvent.findMany({
      where: { targetId: databaseId, action: "database.run_statement" },
      orderBy: { createdAt: "desc" },
      take: 4,
    });
    const commands = recorded.map(({ data }) => (data as { command: string }).command);
    expect(commands.sort()).toEqual(["CREATE INDEX", "CREATE SCHEMA", "CREATE TABLE", "CREATE VIEW"]);
    const viewer = await service.context({ ...owner.actor, role: "viewer" } as Context["actor"]);
    const [refused] = await runText(viewer, databaseId, "create table more.no (id int)");
    expect(refused).toMatchObject({ status: "failed", message: "Your role can read data, but not change it." });
  });

  it("shares none across objects added in between, which its undo would take away", async () => {
    await setUp("create table first (id int); create table second (id int)");
    const text = "drop table first; create table added (id int); drop table second";
    const [, dropped] = await changeByText(owner, databaseId, text);
    await undo(dropped?.id ?? "");
    expect(await rows("select * from added")).toEqual([]);
    expect(await rows("select * from second")).toEqual([]);
    await expect(rows("select * from first")).rejects.toMatchObject({ code: "42P01" });
  }, 60_000);

  it("shares one with later statements, and the session's settings are as they were", async () => {
    const before = await restorePoints();
    const changes = await changeByText(
      owner,
      databaseId,
      `create schema s; set search_path = s; select set_config('timezone', 'Asia/Tokyo', false);
       create table here as select 0 as id; alter table here alter id set default 7; insert into here values (1);
       show timezone; alter table here set unlogged`,
    );
    expect(changes.map(({ kind }) => kind)).toEqual(["restore-point", "restore-point", "rows", "restore-point"]);
    expect(await restorePoints()).toBe(before + 2);
    expect(await rows("select id from s.here order by id")).toEqual([[0], [1]]);
  }, 60_000);

  it.for([
    ["a function that writes", "select w()"],
    ["a DO block that writes", "do $$ begin perform w(); end $$"],
    ["a procedure that commits", "call p()"],
    ["more rows than are kept", "insert into t select n, n from generate_series(10, 10020) as n"],
    ["rows of a table with triggers", "insert into triggered values (1)"],
    ["rows that take others with them", "delete from parents"],
    ["a query that changes rows on the way", "with x as (insert into t values (7, 7) returning id) select * from x"],
  ] as const)("is found out when it runs: %s", { timeout: 60_000 }, async ([, text]) => {
    await setUp(`delete from t; create or replace function w() returns int language sql as 'insert into public.t values (7, 7) returning 1';
      create or replace procedure p() language plpgsql as 'begin insert into public.t values (7, 7); commit; end';
      create table if not exists triggered (id int);
      create or replace function tr() returns trigger language plpgsql as 'begin insert into public.t values (7, 7); return new; end';
      create or replace trigger tr before insert on triggered for each row execute function tr();
      create table if not exists parents (id int primary key);
      create table if not exists children (id int references parents on delete cascade);
      insert into parents values (1) on conflict do nothing; delete from children; insert into children values (1)`);
    const state = () =>
      rows(
        "select (select count(*)::int from t), (select count(*)::int from parents), (select count(*)::int from children)",
      );
    const before = await state();
    const changes = await changeByText(owner, databaseId, text);
    expect(changes).toMatchObject([{ kind: "restore-point" }]);
    expect(await state()).not.toEqual(before);
    await undo(changes[0]?.id ?? "");
    expect(await state()).toEqual(before);
  });

  it.for([
    ["its triggers", "begin; insert into watched values (1); insert into t values (2, 2); commit"],
    ["its rules", "begin; delete from ruled; insert into t values (2, 2); commit"],
    [
      "a trigger that it is given there",
      "begin; create table own (id int); create trigger watch before insert on own for each row execute function watch(); insert into own values (1); commit",
    ],
  ] as const)("is known before a transaction begins, by %s", { timeout: 60_000 }, async ([, text]) => {
    await setUp(`delete from t; drop table if exists own; create table if not exists watched (id int);
      create or replace function watch() returns trigger language plpgsql as 'begin insert into public.t values (7, 7); return new; end';
      create or replace trigger watch before insert on watched for each row execute function watch();
      create table if not exists ruled (id int);
      create or replace rule instead as on delete to ruled do instead insert into t values (8, 8)`);
    const [asked] = await runText(owner, databaseId, text, { confirmed: undefined });
    expect(asked).toMatchObject({ status: "cancelled", asks: { reason: expect.any(String) } });
    const changes = await changeByText(owner, databaseId, text);
    expect(changes.map(({ kind }) => kind)).toEqual(changes.map(() => "restore-point"));
    expect(await rows()).not.toEqual([]);
    await undo(changes[0]?.id ?? "");
    expect(await rows()).toEqual([]);
  });

  it("is not taken for a DO block that changes nothing", async () => {
    const before = await restorePoints();
    expect(await changeByText(owner, databaseId, "do $$ begin perform 1; end $$")).toEqual([]);
    expect(await restorePoints()).toBe(before);
  });
});
