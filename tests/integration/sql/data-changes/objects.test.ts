import { afterAll, describe, expect, it } from "vitest";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { findConflicts } from "@/lib/sql/data-changes/conflicts";
import { previewUndo } from "@/lib/sql/data-changes/preview-undo";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer, asSuperuser } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

const rows = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];
const undo = (changeId: string) => undoDataChange(owner, { databaseId, changeId });

async function changeRows(text: string): Promise<string> {
  const changes = await changeByText(owner, databaseId, text);
  expect(changes.map(({ kind }) => kind)).toEqual(["rows"]);
  return changes[0]?.id ?? "";
}

async function refusal(changeId: string): Promise<string> {
  const { message } = await findConflicts(owner, { databaseId, changeId });
  await expect(undo(changeId)).rejects.toMatchObject({ code: "change_conflict", message });
  return message ?? "";
}

describe("SQ-C1: values that name objects", () => {
  it("SQ-C1: are given back as the same objects, under any search path by then", async () => {
    await setUp(`create schema app; create table app.x (i int); create table public.x (i int);
      create function app.f(int) returns int language sql as 'select 1'; create function app.f(text) returns int language sql as 'select 2';
      create domain app.named as regclass; create type app.pair as (c regclass);
      create table naming (id int primary key, r regclass, p regproc, t regtype, a regclass[], d app.named, da app.named[]);
      insert into naming values (1, 'app.x', 'app.f(text)'::regprocedure::oid, 'int', '{app.x,public.x,NULL}', 'app.x', '{app.x}')`);
    const oids = "select id, r::oid, p::oid, t::oid, a::oid[], d::oid, da::oid[] from naming";
    const before = await rows(oids);
    const removed = await changeRows("set search_path = app, public; delete from public.naming");
    const { changeId } = await undo(removed);
    expect(await rows(oids)).toEqual(before);
    const again = await undo(changeId ?? "");
    expect(await rows(oids)).toEqual([]);
    await undo(again.changeId ?? "");
    expect(await rows(oids)).toEqual(before);
    await setUp(`alter role "${databaseId}" set search_path = app, public`);
    const updated = await changeRows("update public.naming set r = 'public.x', a = null, d = null, da = null");
    await setUp(`alter role "${databaseId}" reset search_path`);
    await setUp("alter table app.x rename to renamed");
    await undo(updated);
    expect(await rows(oids)).toEqual(before);
    await setUp("alter table app.renamed rename to x");
  });

  it("SQ-C1: identify rows as keys, and where nothing else tells rows apart", async () => {
    await setUp(`create table keyed (r regclass primary key, n int); insert into keyed values ('app.x', 1), ('public.x', 2);
      create table heap (p regproc, n json); insert into heap values ('app.f(int)'::regprocedure::oid, '1'), ('app.f(text)'::regprocedure::oid, '1')`);
    const keyed = await changeRows("set search_path = app; update public.keyed set n = 9 where r = 'x'::regclass");
    const heap = await changeRows("update heap set n = '2' where p = 'app.f(text)'::regprocedure::oid");
    await undo(keyed);
    await undo(heap);
    expect(await rows("select r::regclass::text, n from keyed order by n")).toEqual([
      ["app.x", 1],
      ["x", 2],
    ]);
    expect(await rows("select p::oid::regprocedure::text, n::text from heap order by 1")).toEqual([
      ["app.f(integer)", "1"],
      ["app.f(text)", "1"],
    ]);
  });

  it("SQ-C1: are shown by their names, and edited in a page that reads them so", async () => {
    const change = { kind: "update" as const, table: { schema: "public", name: "keyed" }, key: { r: "public.x" } };
    const changes = [{ ...change, values: { n: "7" }, expected: { r: "public.x" } }];
    const applied = await applyRowChanges(owner, { databaseId, changes });
    expect(applied).toMatchObject({ row: { r: "public.x", n: "7" } });
    const preview = await previewUndo(owner, { databaseId, changeId: applied.changeId });
    expect(preview).toMatchObject({ tables: [{ rows: [{ left: ["public.x", "7"], becomes: ["public.x", "2"] }] }] });
    await setUp("update keyed set n = 8 where n = 7");
    const { conflicts } = await findConflicts(owner, { databaseId, changeId: applied.changeId });
    expect(conflicts).toMatchObject([{ key: { r: "public.x" }, now: { r: "public.x", n: "8" } }]);
  });

  it("SQ-C1: need a restore point within composite values and ranges", async () => {
    await setUp("create table deep (id int primary key, p app.pair); insert into deep values (1, row('app.x'))");
    const changes = await changeByText(owner, databaseId, "update deep set id = 2");
    expect(changes).toMatchObject([{ kind: "restore-point" }]);
  }, 60_000);
});

describe("SQ-C1: a value that Postgres can no longer read", () => {
  it("SQ-C1: is a conflict in words", async () => {
    await setUp(
      "create type mood as enum ('glad', 'sad'); create table moods (id int primary key, m mood); insert into moods values (1, 'glad')",
    );
    const id = await changeRows("delete from moods");
    await setUp("alter type mood rename value 'glad' to 'happy'");
    expect(await refusal(id)).toBe('Nothing was undone: invalid input value for enum mood: "glad".');
  });
});

describe("SQ-H3: undo follows the table and not its name", () => {
  it("SQ-H3: refuses where another table has the name by now, and says where the changed one is", async () => {
    await setUp("create table t2 (id int primary key, v text); insert into t2 values (1, 'old')");
    const id = await changeRows("update t2 set v = 'new'");
    await setUp(`alter table t2 rename to t2_old; create table t2 (id int primary key, v text);
      insert into t2 values (1, 'new'), (5, 'five')`);
    expect(await refusal(id)).toContain(
      '"public"."t2" is called "public"."t2_old" now, and "public"."t2" is another table',
    );
    await setUp("alter table t2 rename to t2_new; create schema old; alter table t2_old set schema old");
    expect(await refusal(id)).toContain('"public"."t2" is called "old"."t2_old" now.');
    expect(await rows("select * from t2_new order by id")).toEqual([
      [1, "new"],
      [5, "five"],
    ]);
    await setUp("alter table old.t2_old rename to t2; alter table old.t2 set schema public");
    await undo(id);
    expect(await rows("select * from t2")).toEqual([[1, "old"]]);
  });

  it("SQ-H3: refuses where the table, a partition or a column was made again", async () => {
    await setUp("create table again (id int primary key, v text, w int); insert into again values (1, 'a', 1)");
    const id = await changeRows("update again set v = 'b'");
    await setUp("alter table again drop v; alter table again add v text; update again set v = 'b'");
    expect(await refusal(id)).toContain("have changed");
    await setUp("alter table again drop w; alter table again add w int; update again set w = 1");
    expect(await refusal(id)).toContain('column "v" of the table "public"."again" was deleted and created again');
    await setUp(
      "drop table again; create table again (id int primary key, v text, w int); insert into again values (1, 'b', 1)",
    );
    expect(await refusal(id)).toContain("was deleted and created again");
    await setUp(`create table parts (id int primary key, v text) partition by range (id);
      create table part_a partition of parts for values from (0) to (10); insert into parts values (1, 'a')`);
    const ofPart = await changeRows("update parts set v = 'b'");
    await setUp(`alter table parts detach partition part_a; alter table part_a rename to part_gone;
      create table part_a partition of parts for values from (0) to (10); insert into parts values (1, 'b')`);
    expect(await refusal(ofPart)).toContain('is called "public"."part_gone" now');
  });

  it("SQ-H3: refuses to comment on a table or a column that was put in the place of the commented one", async () => {
    await setUp("create table told (id int, v int)");
    const ofTable = await changeRows("comment on table told is 'one'");
    const ofColumn = await changeRows("comment on column told.v is 'two'");
    await setUp("alter table told drop v; alter table told add v int; comment on column told.v is 'two'");
    expect(await refusal(ofColumn)).toContain("is a different one now");
    await setUp("alter table told rename to told_before; create table told (id int); comment on table told is 'one'");
    expect(await refusal(ofTable)).toContain("is a different one now");
  });
});

describe("SQ-M2: settings of the role", () => {
  it("SQ-M2: don't keep an undo from running", async () => {
    await setUp("create table settled (id int primary key, v text); insert into settled values (1, 'a')");
    const id = await changeRows("update settled set v = 'b'");
    const role = `alter role "${databaseId}"`;
    await setUp(`${role} set default_transaction_read_only = on; ${role} set transaction_timeout = '40ms';
      ${role} set idle_session_timeout = '20ms'; ${role} set default_transaction_isolation = serializable;
      ${role} set enable_nestloop = off`);
    expect(await previewUndo(owner, { databaseId, changeId: id })).toMatchObject({ message: null });
    await undo(id);
    const [slept, refused] = await runText(
      owner,
      databaseId,
      "select pg_sleep(0.2); insert into settled values (2, 'b')",
    );
    // A session of the role itself would end by these settings on a busy machine.
    await asSuperuser(service.cluster, "postgres", (session) => session.query(`${role} reset all`));
    expect(await rows("select * from settled")).toEqual([[1, "a"]]);
    expect([slept, refused]).toMatchObject([{ status: "succeeded" }, { sqlState: "25006" }]);
  });
});

describe("SQ-M3: a change that Postgres would refuse to take back", () => {
  it.for([
    [
      "of a generated identity",
      "create table refused (id int generated always as identity, v int); insert into refused (v) values (1)",
      "update refused set id = default",
    ],
    [
      "of a row that breaks a check that was never validated",
      "create table refused (v int); insert into refused values (-1); alter table refused add check (v > 0) not valid",
      "update refused set v = 1",
    ],
    [
      "of a row that breaks a foreign key that was never validated",
      "create table refused (v int); create table referred (v int primary key); insert into referred values (1); insert into refused values (9); alter table refused add foreign key (v) references referred not valid",
      "delete from refused",
    ],
    [
      "of a value that breaks its domain",
      "create domain dom as int; create table refused (v dom); insert into refused values (-1); alter domain dom add check (value > 0) not valid",
      "delete from refused",
    ],
    [
      "that the role may not make",
      "create table refused (v int); insert into refused values (1); revoke insert on refused from current_user",
      "delete from refused",
    ],
  ] as const)("SQ-M3: %s takes a restore point", { timeout: 60_000 }, async ([, made, text]) => {
    await setUp(`drop table if exists refused, referred cascade; drop domain if exists dom; ${made}`);
    const before = await rows("select t::text from refused as t");
    const asked = await runText(owner, databaseId, text, { confirmed: undefined });
    expect(asked).toMatchObject([{ asks: { reason: expect.stringMatching(/^PostgreSQL (?:wouldn't|doesn't)/) } }]);
    const [change] = await changeByText(owner, databaseId, text);
    expect(change).toMatchObject({ kind: "restore-point" });
    await undo(change?.id ?? "");
    expect(await rows("select t::text from refused as t")).toEqual(before);
  });
});

describe("SQ-L2: a statement that changes the settings by which values are read and written", () => {
  it("SQ-L2: leaves the rows that are kept for undo exact", async () => {
    await setUp("create table ce (id int, v text); insert into ce values (1, '€ é')");
    const id = await changeRows("set client_encoding = 'LATIN1'; update ce set id = 2");
    const gone = await changeRows("set client_encoding = 'LATIN1'; delete from ce");
    await undo(gone);
    await undo(id);
    expect(await rows("select * from ce")).toEqual([[1, "€ é"]]);
  });

  it("SQ-L2: takes a restore point where a function changes them in the midst", async () => {
    await setUp(`create table dated (d date); insert into dated values ('2026-02-03');
      create function german() returns bool language plpgsql as $$ begin perform set_config('DateStyle', 'German', false); return true; end $$`);
    const changes = await changeByText(owner, databaseId, "delete from dated where german()");
    expect(changes).toMatchObject([{ kind: "restore-point" }]);
  }, 60_000);
});
