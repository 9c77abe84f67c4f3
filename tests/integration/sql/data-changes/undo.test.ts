import { afterAll, describe, expect, it } from "vitest";
import { findConflicts } from "@/lib/sql/data-changes/conflicts";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer, createReadyDatabase, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

const dump = async (table: string) => {
  const text = `select t::text from ${table} as t order by t::text collate "C"`;
  return (await asCustomer(url, (client) => client.query(text))).rows as { t: string }[];
};
const undo = (changeId: string) => undoDataChange(owner, { databaseId, changeId });

async function change(text: string) {
  const changes = await changeByText(owner, databaseId, text);
  expect(changes.map(({ kind }) => kind)).toEqual(["rows"]);
  const [only] = changes;
  if (!only) throw new Error("no change");
  return only;
}

/** Every kind of value that loses something when it is written and read without care. */
const EVERY_TYPE = `
  create type mood as enum ('glad', 'Sad, "so"');
  create type pair as (a int, b text);
  create domain short as varchar(5) check (length(value) < 6);
  create table every_type (
    id bigint generated always as identity primary key,
    n numeric, n2 numeric(10,3), f float8, r real, b bytea, t text, v varchar(5), c char(5), "q""uo te" text,
    j json, jb jsonb, a int[], ta text[], p pair, pa pair[], i4 int4range, tsr tstzmultirange, d date, ts timestamptz,
    tz timetz, iv interval, m mood, ma mood[], s short, sa short[], v3 tsvector, u uuid, x xml, bits bit(3), vb bit varying,
    mo money, ip inet, mac macaddr8, pt point, nm name, ch "char", o oid, rc regclass, lsn pg_lsn, jp jsonpath,
    doubled numeric generated always as (n * 2) stored, virtual int generated always as (id + 1) virtual);
  insert into every_type (n, n2, f, r, b, t, v, c, "q""uo te", j, jb, a, ta, p, pa, i4, tsr, d, ts, tz, iv, m, ma, s, sa,
    v3, u, x, bits, vb, mo, ip, mac, pt, nm, ch, o, rc, lsn, jp) values
  ('NaN', 1.500, 'NaN', '-Infinity', '\\x0027225c', '', 'ab', 'x', E'\\\\ " , ( ) { }', '{"a" : 1, "a":  2}', '{"b": 1}',
   '{{1,NULL},{3,4}}', array['', 'NULL', null, '"', E'\\\\', '{,}'], row(1, '"(,)'), array[row(null, ''), null]::pair[],
   '[1,5)', '{[2020-01-01 00:00+00,infinity)}', 'infinity', '0044-03-15 12:00:00.000001+00 BC', '12:00+05:30',
   '1 mon -2 days 00:00:00.1', 'Sad, "so"', '{glad,"Sad, \\"so\\""}', 'abc', '{a,NULL}', '''a'':1A b:2',
   'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '<a> </a>', '101', '10101', '$1,234.50', '10.0.0.1/8', '08:00:2b:01:02:03:04:05',
   '(1.1,-0)', 'nm', 'x', 12, 'pg_class', '16/B374D848', '$.a[*] ? (@ > 1)'),
  ('1e-20', null, 0.1, 0.1, '', null, null, null, null, 'null', 'null', '{}', '{}', null, '{}', 'empty', '{}', '-infinity',
   'infinity', null, '0', 'glad', null, null, null, '', null, '', null, '', null, null, null, null, null, null, null, null, null, null),
  (repeat('9', 300)::numeric, 0, 1e308, 1e-40, '\\x', E'\\t\\n\\r\\u2028😀', 'é', 'é', '', '[]', '"\\u00e9"', '[2:3]={1,2}', null,
   row(null, null), null, '(,)', null, null, '1970-01-01 00:00:00.123456-03:25', null, null, null, null, '', null, null, null,
   null, null, null, null, null, null, null, null, null, null, null, null, null)`;

describe("undo", () => {
  it("takes back UPDATE, DELETE and INSERT of every type to the character, and does them again", async () => {
    await setUp(EVERY_TYPE);
    const before = await dump("every_type");
    expect(before).toHaveLength(3);
    const steps = [
      `update every_type set n = 0, f = 0, t = 'x', j = '1', a = null, ta = null, p = null, pa = null, i4 = null, d = now(),
        ts = now(), iv = null, m = null, s = null, v3 = null, x = null, mo = 1, pt = null, b = null, c = 'z', "q""uo te" = 'y'`,
      "delete from every_type",
      "insert into every_type (t) select repeat('x', n) from generate_series(1, 3) as n",
    ];
    for (const text of steps) {
      const { id, rowCount } = await change(text);
      expect(rowCount).toBe(3);
      const after = await dump("every_type");
      const undone = await undo(id);
      expect(undone).toMatchObject({ rowCount: 3, restorePointId: null });
      expect(await dump("every_type")).toEqual(before);
      const redone = await undo(undone.changeId ?? "");
      expect(await dump("every_type")).toEqual(after);
      await undo(redone.changeId ?? "");
      expect(await dump("every_type")).toEqual(before);
    }
  });

  it("takes back MERGE and INSERT … ON CONFLICT, which do several things at once", async () => {
    await setUp(
      "create table stock (item text primary key, n int); insert into stock values ('a', 1), ('b', 2), ('c', 3)",
    );
    const before = await dump("stock");
    const upsert = await change(
      "insert into stock values ('a', 10), ('d', 4) on conflict (item) do update set n = excluded.n returning item, old.n, new.n",
    );
    const merge =
      await change(`merge into stock as s using (values ('a', 0), ('b', 5), ('e', 6)) as v(item, n) on s.item = v.item
      when matched and v.n = 0 then delete when matched then update set n = v.n when not matched then insert values (v.item, v.n)
      when not matched by source and s.item = 'c' then delete`);
    expect([upsert.rowCount, merge.rowCount]).toEqual([2, 4]);
    await undo(merge.id);
    await undo(upsert.id);
    expect(await dump("stock")).toEqual(before);
  });

  it("answers the statement's own RETURNING as it was written, and nothing else", async () => {
    await setUp("create table answered (id int primary key, old_row text); insert into answered values (1, 'x')");
    const texts: [string, (string | null)[][], string[]][] = [
      ["update answered set old_row = 'y' -- no semicolon", [], []],
      [
        "update answered set old_row = 'z' returning old.old_row, new.old_row as returning",
        [["y", "z"]],
        ["old_row", "returning"],
      ],
      [
        "update answered as t set id = 2 returning with (old as o) o.id, t.*",
        [["1", "2", "z"]],
        ["id", "id", "old_row"],
      ],
      [
        "delete from answered where (select true) returning *, (with x as (select 1) select * from x)",
        [["2", "z", "1"]],
        ["id", "old_row", "?column?"],
      ],
      ["insert into answered (id) values (9) returning id", [["9"]], ["id"]],
    ];
    for (const [text, rows, columns] of texts) {
      const [outcome] = await runText(owner, databaseId, text);
      expect(outcome).toMatchObject({ status: "succeeded", rows, rowCount: 1, change: { kind: "rows", rowCount: 1 } });
      expect(outcome && "columns" in outcome ? outcome.columns.map(({ name }) => name) : null).toEqual(columns);
    }
    const text = "update answered set id = 3 returning with (new as n) n.id, nothing";
    const [failed] = await runText(owner, databaseId, text);
    expect(failed).toMatchObject({ sqlState: "42703", position: text.indexOf("nothing") });
  });

  it("refuses all of it when one row was changed since, and lists the changes", async () => {
    await setUp(
      "create table people (id int primary key, name text); insert into people values (1, 'a'), (2, 'b'), (3, 'c')",
    );
    const { id } = await change("update people set name = upper(name)");
    expect(await findConflicts(owner, { databaseId, changeId: id })).toEqual({ conflicts: [], message: null });
    await setUp("update people set name = 'else' where id = 2; delete from people where id = 3");
    const before = await dump("people");
    await expect(undo(id)).rejects.toMatchObject({ code: "change_conflict" });
    expect(await dump("people")).toEqual(before);
    const { conflicts, message } = await findConflicts(owner, { databaseId, changeId: id });
    expect(message).toContain("changed these rows");
    expect(conflicts).toEqual([
      {
        table: { schema: "public", name: "people" },
        key: { id: "2" },
        left: { id: "2", name: "B" },
        now: { id: "2", name: "else" },
      },
      { table: { schema: "public", name: "people" }, key: { id: "3" }, left: { id: "3", name: "C" }, now: null },
    ]);
    await setUp("update people set name = 'B' where id = 2; insert into people values (3, 'C')");
    await undo(id);
    expect(await dump("people")).toEqual([{ t: "(1,a)" }, { t: "(2,b)" }, { t: "(3,c)" }]);
  });

  it("refuses an older change while a newer one has touched the same rows, and takes both back in turn", async () => {
    await setUp("create table turns (id int primary key, n int); insert into turns values (1, 0)");
    const older = await change("update turns set n = 1");
    const newer = await change("update turns set n = 2");
    await expect(undo(older.id)).rejects.toMatchObject({ code: "change_conflict" });
    await undo(newer.id);
    await undo(older.id);
    expect(await dump("turns")).toEqual([{ t: "(1,0)" }]);
    await expect(undo(older.id)).rejects.toMatchObject({ code: "conflict", message: "This change is already undone." });
  });

  it("does not put a row back where another one has its key by now", async () => {
    await setUp(
      "create table seats (id int primary key, who text unique); insert into seats values (1, 'a'), (2, 'b')",
    );
    const { id } = await change("delete from seats where id = 1");
    await setUp("insert into seats values (1, 'z')");
    expect((await findConflicts(owner, { databaseId, changeId: id })).conflicts).toMatchObject([
      { left: null, now: { who: "z" } },
    ]);
    await setUp("delete from seats where id = 1; insert into seats values (3, 'a')");
    const message = expect.stringMatching(/"seats_who_key".*Key \(who\)=\(a\) already exists/);
    await expect(undo(id)).rejects.toMatchObject({ code: "change_conflict", message });
    expect(await dump("seats")).toEqual([{ t: "(2,b)" }, { t: "(3,a)" }]);
  });

  it.for([
    ["a unique column that is shifted", "v int not null unique", "(1), (2), (3)", "v - 1"],
    ["a unique value that another row takes", "v text unique", "('a'), ('b')", "case v when 'a' then 'c' else 'a' end"],
    [
      "rows that an index of an expression keeps apart",
      "v text not null); create unique index on moving (upper(v)",
      "('a'), ('b')",
      "case v when 'a' then 'C' else 'A' end",
    ],
    [
      "ranges that exclude each other",
      "v int4range, exclude using gist (v with &&)",
      "('[10,20)'), ('[20,30)')",
      "int4range(lower(v) - 8, upper(v) - 8)",
    ],
    ["values within a check", "v int not null unique check (v between 0 and 3)", "(1), (2), (3)", "v - 1"],
  ] as const)("takes back %s, with other tables that refer to the rows", async ([, column, values, becomes]) => {
    await setUp(`drop table if exists moving, moved_children; create table moving (id serial primary key, ${column});
      create table moved_children (id int references moving on delete cascade on update cascade);
      insert into moving (v) values ${values}; insert into moved_children select id from moving`);
    const before = [await dump("moving"), await dump("moved_children")];
    const { id } = await change(`update moving set v = ${becomes}`);
    const after = [await dump("moving"), await dump("moved_children")];
    expect(await findConflicts(owner, { databaseId, changeId: id })).toEqual({ conflicts: [], message: null });
    const undone = await undo(id);
    expect([await dump("moving"), await dump("moved_children")]).toEqual(before);
    await undo(undone.changeId ?? "");
    expect([await dump("moving"), await dump("moved_children")]).toEqual(after);
  });

  it("takes back keys that move over each other, and thousands of them", async () => {
    await setUp("create table keys (k int primary key); insert into keys values (3), (2), (1)");
    const shifted = await change("update keys set k = k + 10");
    const again = await change("update keys set k = k - 9 where k in (11, 12, 13)");
    await undo(again.id);
    await undo(shifted.id);
    expect(await dump("keys")).toEqual([{ t: "(1)" }, { t: "(2)" }, { t: "(3)" }]);
    await setUp("truncate keys; insert into keys select generate_series(1, 5000)");
    const before = await dump("keys");
    const many = await change("update keys set k = k - 1");
    await undo(many.id);
    expect(await dump("keys")).toEqual(before);
  });

  it("is exact where nothing tells rows apart: as many as there were", async () => {
    await setUp(
      "create table bag (a text, b json); insert into bag values ('x', '1'), ('x', '1'), ('x', '1'), (null, null)",
    );
    const before = await dump("bag");
    const { id } = await change("delete from bag where ctid in (select ctid from bag where a = 'x' limit 2)");
    await undo(id);
    expect(await dump("bag")).toEqual(before);
    const changed = await change("update bag set b = '[]' where a = 'x'");
    await setUp("delete from bag where ctid = (select min(ctid) from bag where a = 'x')");
    await expect(undo(changed.id)).rejects.toMatchObject({ code: "change_conflict" });
  });

  it.each(["keyed", "old", "s"])(
    "SQ-H3: is exact in a table named %s whose columns have the names that undo itself uses",
    async (table) => {
      const names = ["row number", "row count", "row id", "generated column 2", "number", "old", "new", "s", "t", "f"];
      const columns = names.map((name) => `"${name}" int default 1`).join(", ");
      await setUp(`create table "${table}" (id int, twice int generated always as (id * 2) stored, ${columns});
        insert into "${table}" values (1), (2), (2)`);
      const before = await dump(`"${table}"`);
      const bagged = await change(`update "${table}" set "row number" = 7 where id = 2`);
      await undo(bagged.id);
      expect(await dump(`"${table}"`)).toEqual(before);
      await setUp(`delete from "${table}" where id = 2; alter table "${table}" add primary key (id)`);
      const keyed = await dump(`"${table}"`);
      for (const text of [`update "${table}" set "row id" = 8, "s" = 3`, `delete from "${table}"`]) {
        const { id } = await change(text);
        await undo(id);
        expect(await dump(`"${table}"`)).toEqual(keyed);
      }
      await setUp(`drop table "${table}"`);
    },
  );

  it("1.16: does not use functions that the customer's search path puts in the place of Postgres' own", async () => {
    await setUp(`create schema evil; create table evil.victim (id int primary key, word text);
      insert into evil.victim values (1, 'a'), (2, 'b');
      create function evil.eq(int, int) returns bool language sql as 'select true';
      create operator evil.= (leftarg = int, rightarg = int, function = evil.eq);
      create function evil.count() returns bigint language sql as 'select -1::bigint';
      create function evil.to_regclass(text) returns regclass language sql as 'select null::regclass'`);
    const text = "set search_path = evil, pg_catalog; update victim set word = 'z' where id operator(pg_catalog.=) 1";
    const [kept] = await changeByText(owner, databaseId, text);
    expect(kept).toMatchObject({ kind: "rows", rowCount: 1 });
    await setUp(`alter role "${databaseId}" set search_path = evil, pg_catalog`);
    await undo(kept?.id ?? "");
    await setUp(`alter role "${databaseId}" reset search_path`);
    expect(await dump("evil.victim")).toEqual([{ t: "(1,a)" }, { t: "(2,b)" }]);
  });

  it("is refused once the table has been replaced", async () => {
    await setUp("create table altered (id int primary key); insert into altered values (1)");
    const { id } = await change("delete from altered");
    for (const [text, back] of [
      ["alter table altered add extra int", "alter table altered drop extra"],
      ["alter table altered rename to other", "alter table other rename to altered"],
      [
        `create function f() returns trigger language plpgsql as 'begin return new; end';
         create trigger g before insert on altered for each row execute function f()`,
        "drop trigger g on altered",
      ],
    ] as const) {
      await setUp(text);
      await expect(undo(id)).rejects.toMatchObject({ code: "change_conflict" });
      await setUp(back);
    }
    await undo(id);
    expect(await dump("altered")).toEqual([{ t: "(1)" }]);
  });

  it("deletes nothing of other tables: rows that came to depend on a row are a conflict", async () => {
    await setUp(`create table parents (id int primary key);
      create table children (id int references parents on delete cascade on update cascade)`);
    const { id } = await change("insert into parents values (1), (2)");
    await setUp("insert into children values (2)");
    const message = "Undoing this would also change 1 row in public.children (foreign key children_id_fkey).";
    await expect(undo(id)).rejects.toMatchObject({ code: "change_conflict", message });
    expect([await dump("parents"), await dump("children")]).toEqual([[{ t: "(1)" }, { t: "(2)" }], [{ t: "(2)" }]]);
    const gone = await change("delete from children");
    await undo(id);
    const missing = expect.stringMatching(/"children_id_fkey".*Key \(id\)=\(2\) is not present/);
    await expect(undo(gone.id)).rejects.toMatchObject({ code: "change_conflict", message: missing });
  });

  it("takes back rows that refer to each other", async () => {
    await setUp(
      `create table tree (id int primary key, parent int references tree); insert into tree values (1, null), (2, 1), (3, 2)`,
    );
    const before = await dump("tree");
    const deleted = await change("delete from tree");
    await undo(deleted.id);
    expect(await dump("tree")).toEqual(before);
    const inserted = await change("insert into tree values (5, 6), (6, 5)");
    await undo(inserted.id);
    expect(await dump("tree")).toEqual(before);
  });

  it("is for those who may change data: a viewer is refused, a stranger finds nothing, and it is on record", async () => {
    await setUp("create table mine (id int primary key); insert into mine values (1)");
    const { id } = await change("delete from mine");
    const viewer = await service.context(organisation.member.viewer);
    const stranger = await service.context((await service.organisation()).member.owner);
    const input = { databaseId, changeId: id };
    for (const verb of [undoDataChange, findConflicts]) {
      await expect(verb(viewer, input)).rejects.toMatchObject({ code: "missing_permission" });
      await expect(verb(stranger, input)).rejects.toMatchObject({ code: "database_not_found" });
      await expect(verb(owner, { ...input, databaseId: NO_SUCH_DATABASE })).rejects.toMatchObject({
        code: "database_not_found",
      });
      await expect(verb(owner, { ...input, changeId: "chg_00000000000000000000" })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    const other = await createReadyDatabase(service, organisation.member.owner);
    await expect(undoDataChange(owner, { databaseId: other, changeId: id })).rejects.toMatchObject({
      code: "not_found",
    });
    const { changeId: undoId } = await undo(id);
    const where = { targetId: databaseId, action: "database.undo_change", data: { path: ["changeId"], equals: id } };
    expect(await service.db.auditEvent.findMany({ where })).toMatchObject([
      { actorId: organisation.member.owner.id, data: { changeId: id, undoId } },
    ]);
  });

  it("SQ-L10: of the same change by several at once happens once, and the others hear that it is undone", async () => {
    await setUp("create table raced (id int primary key); insert into raced values (1)");
    const { id } = await change("delete from raced");
    const results = await Promise.allSettled([undo(id), undo(id), undo(id)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const reason of reasons) {
      expect(reason).toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/^This change is(?:n't| already)/),
      });
    }
    expect(await dump("raced")).toEqual([{ t: "(1)" }]);
  });

  it("keeps rows sealed: nothing of them can be read in the control plane", async () => {
    await setUp("create table sealed (id int primary key, t text); insert into sealed values (1, 'whispered-word')");
    const { id } = await change("delete from sealed");
    const row = await service.db.dataChange.findUniqueOrThrow({ where: { id }, omit: { rows: false } });
    expect(row).toMatchObject({ tableSchema: "public", tableName: "sealed", status: "committed", rowCount: 1 });
    expect(row.rows).toBeTruthy();
    expect(JSON.stringify(row)).not.toContain("whispered");
  });
});
