import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { findRowFailures } from "@/lib/sql/data-changes/find-row-failures";
import { NeedsRestorePointError } from "@/lib/sql/data-changes/needs-restore-point";
import { previewRowChanges } from "@/lib/sql/data-changes/preview-row-changes";
import type { RowChange } from "@/lib/sql/data-changes/row-change";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { listStatements } from "@/lib/sql/statements/list";
import { browseRows } from "@/lib/sql/tables/browse";
import type { TestOrganisation } from "@/tests/support/context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;
let organisation: TestOrganisation;
let owner: Context;
let databaseId: string;
let url: string;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
  databaseId = await createReadyDatabase(service, organisation.member.owner, "main");
  url = (await revealConnectionString(owner, { databaseId })).connectionString;
});

afterAll(() => service.close());

const setUp = (text: string) => asCustomer(url, (client) => client.query(text));
/** Every row of the tables, with where it lies. */
const dump = async (...tables: string[]) => {
  const text = tables.map((table) => `select tableoid::regclass || ' ' || t::text as row from ${table} as t`);
  const { rows } = await asCustomer(url, (client) => client.query(`${text.join(" union all ")} order by 1`));
  return rows.map(({ row }) => row as string);
};
const apply = (changes: RowChange[], mayKeepDatabase?: boolean) =>
  applyRowChanges(owner, { databaseId, changes, ...(mayKeepDatabase !== undefined && { mayKeepDatabase }) });
const undo = (changeId: string) => undoDataChange(owner, { databaseId, changeId });
const points = async () => (await listRestorePoints(owner, { databaseId })).items.length;
const shape = async (name: string) =>
  (await browseRows(owner, { databaseId, schema: "public", name, filters: [] })).shape;

it("takes a restore point before a change of a table with triggers, only when told so, and undo is exact", async () => {
  await setUp(`create table stock (id int primary key, n int, at timestamptz default '2026-01-01'); create table log (was text);
    create function log_stock() returns trigger language plpgsql as
      'begin insert into log values (old.n::text); new.at := ''2026-02-02''; return new; end';
    create trigger log_stock before update on stock for each row execute function log_stock();
    insert into stock values (1, 10), (2, 20)`);
  expect((await shape("stock")).restorePointReason).toMatch(
    /^This table has triggers\. A change to it can't be undone row by row/,
  );
  expect((await shape("stock")).readOnlyReason).toBeNull();
  const table = { schema: "public", name: "stock" };
  const change: RowChange = { kind: "update", table, key: { id: "1" }, values: { n: "11" }, expected: { n: "10" } };
  const before = await dump("stock", "log");
  const refusal = await apply([change]).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NeedsRestorePointError);
  expect(refusal).toMatchObject({
    code: "conflict",
    reason: expect.stringContaining("a restore point is created first"),
  });
  expect(await dump("stock", "log")).toEqual(before);
  expect(await points()).toBe(0);

  const stale: RowChange = { ...change, expected: { n: "9" } };
  await expect(apply([stale], true)).rejects.toMatchObject({ code: "change_conflict" });
  const misfit: RowChange = { kind: "update", table, key: { id: "1" }, values: { n: "x" } };
  await expect(apply([misfit], true)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await points(), "what is refused anyway ends nobody's session").toBe(0);

  const { changeId, isDatabaseKept, rowCount } = await apply([change], true);
  expect({ isDatabaseKept, rowCount }).toEqual({ isDatabaseKept: true, rowCount: 1 });
  expect(await dump("stock", "log")).toEqual(["log (10)", 'stock (1,11,"2026-02-02 00:00:00+00")', before[1]]);
  expect(await points()).toBe(1);
  const { statements } = await listStatements(owner, { databaseId, search: `"n" = '11'` });
  expect(statements.find(({ status }) => status === "succeeded")).toMatchObject({
    change: { id: changeId, kind: "restore-point", status: "committed" },
  });
  const where = { action: "database.run_statement", targetId: databaseId, actorId: organisation.member.owner.id };
  expect(await service.db.auditEvent.count({ where })).toBe(1);
  await undo(changeId);
  expect(await dump("stock", "log")).toEqual(before);
});

it("says so when a trigger lets nothing be changed, and keeps no restore point for that", async () => {
  await setUp(`create table frozen (id int primary key, n int); insert into frozen values (1, 1);
    create function keep_all() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep_all before update or delete on frozen for each row execute function keep_all()`);
  const kept = await points();
  const table = { schema: "public", name: "frozen" };
  const remove: RowChange = { kind: "delete", table, key: { id: "1" } };
  await expect(apply([remove], true)).rejects.toMatchObject({ code: "conflict", message: /prevented the change/ });
  expect(await points()).toBe(kept);
});

it("takes back the changes of rules elsewhere", async () => {
  await setUp(`create table ruled (id int primary key, n int); create table heard (n int); insert into ruled values (1, 1);
    create rule hear as on update to ruled do also insert into heard values (new.n)`);
  const before = await dump("ruled", "heard");
  const table = { schema: "public", name: "ruled" };
  const change: RowChange = { kind: "update", table, key: { id: "1" }, values: { n: "2" } };
  await expect(apply([change])).rejects.toBeInstanceOf(NeedsRestorePointError);
  const { changeId } = await apply([change], true);
  expect(await dump("ruled", "heard")).toEqual(["heard (2)", "ruled (1,2)"]);
  await undo(changeId);
  expect(await dump("ruled", "heard")).toEqual(before);
});

it("finds foreign keys that change other tables too, and undo brings those rows back", async () => {
  await setUp(`create table makers (id int primary key, name text);
    create table cars (id int primary key, maker int references makers on delete cascade on update cascade);
    create table notes (id int primary key, maker int references makers on delete set null);
    insert into makers values (1, 'a'), (2, 'b'), (3, 'c');
    insert into cars values (1, 1), (2, 1), (3, 2); insert into notes values (1, 1), (2, 3)`);
  const tables = ["makers", "cars", "notes"];
  const before = await dump(...tables);
  const table = { schema: "public", name: "makers" };
  expect((await shape("makers")).restorePointReason).toBeNull();
  const cases: [RowChange, string[]][] = [
    [
      { kind: "delete", table, key: { id: "1" } },
      ["cars (3,2)", "makers (2,b)", "makers (3,c)", "notes (1,)", "notes (2,3)"],
    ],
    [
      { kind: "update", table, key: { id: "2" }, values: { id: "9" } },
      [
        "cars (1,1)",
        "cars (2,1)",
        "cars (3,9)",
        "makers (1,a)",
        "makers (3,c)",
        "makers (9,b)",
        "notes (1,1)",
        "notes (2,3)",
      ],
    ],
  ];
  for (const [change, after] of cases) {
    await expect(apply([change])).rejects.toBeInstanceOf(NeedsRestorePointError);
    expect(await dump(...tables)).toEqual(before);
    const { changeId } = await apply([change], true);
    expect(await dump(...tables)).toEqual(after);
    await undo(changeId);
    expect(await dump(...tables)).toEqual(before);
  }
  // A row that no other one names is taken back alone.
  await setUp("delete from notes");
  const { changeId, isDatabaseKept } = await apply([{ kind: "delete", table, key: { id: "3" } }], true);
  expect(isDatabaseKept).toBe(false);
  await undo(changeId);
  expect(await dump("makers")).toEqual(["makers (1,a)", "makers (2,b)", "makers (3,c)"]);
});

it("changes rows of partitions by the rows themselves, also one that moves to another", async () => {
  await setUp(`create table events (id int, day date, words text, twice int generated always as (id * 2) stored,
      primary key (id, day)) partition by range (day);
    create table events_a partition of events for values from ('2026-01-01') to ('2026-02-01');
    create table events_b (words text, gone int, day date not null, id int not null,
      twice int generated always as (id * 2) stored, primary key (id, day));
    alter table events_b drop column gone;
    alter table events attach partition events_b for values from ('2026-02-01') to ('2026-03-01');
    insert into events values (1, '2026-01-05', 'a'), (2, '2026-01-06', null), (3, '2026-02-07', '')`);
  const found = await shape("events");
  expect(found).toMatchObject({ kind: "partitioned table", readOnlyReason: null, restorePointReason: null });
  const table = { schema: "public", name: "events" };
  const before = await dump("events");
  const kept = await points();
  const { changeId, rowCount } = await apply([
    { kind: "insert", table, values: { id: "4", day: "2026-02-08", words: "d" } },
    {
      kind: "update",
      table,
      key: { id: "1", day: "2026-01-05" },
      values: { day: "2026-02-01" },
      expected: { words: "a" },
    },
    { kind: "update", table, key: { id: "1", day: "2026-02-01" }, values: { words: "moved" } },
    { kind: "update", table, key: { id: "3", day: "2026-02-07" }, values: { words: null } },
    { kind: "delete", table, key: { id: "2", day: "2026-01-06" } },
  ]);
  const after = ["events_b (,2026-02-07,3,6)", "events_b (d,2026-02-08,4,8)", "events_b (moved,2026-02-01,1,2)"];
  const leaves = () => dump("events_a", "events_b");
  expect(await leaves()).toEqual(after);
  expect(rowCount, "a row that moves is deleted and inserted").toBe(6);
  expect(await points()).toBe(kept);
  const undone = await undo(changeId);
  expect(await dump("events")).toEqual(before);
  await undo(undone.changeId ?? "");
  expect(await leaves()).toEqual(after);

  const outside: RowChange = {
    kind: "update",
    table,
    key: { id: "4", day: "2026-02-08" },
    values: { day: "2027-01-01" },
  };
  await expect(apply([outside])).rejects.toMatchObject({ code: "invalid_request" });
  await setUp(
    "create trigger keep after delete on events_b for each row execute function suppress_redundant_updates_trigger()",
  );
  expect((await shape("events")).restorePointReason).toMatch(/triggers/);
});

it("refuses rows of views, which have none of their own", async () => {
  await setUp("create table under (id int primary key); create view over as select * from under");
  const insert: RowChange = { kind: "insert", table: { schema: "public", name: "over" }, values: { id: "1" } };
  await expect(apply([insert], true)).rejects.toMatchObject({ code: "invalid_request" });
  expect((await shape("over")).readOnlyReason).toMatch(/view is read-only/);
});

it("is for those who may change data", async () => {
  await setUp("create table locked_up (id int primary key)");
  const changes: RowChange[] = [
    { kind: "insert", table: { schema: "public", name: "locked_up" }, values: { id: "1" } },
  ];
  const viewer = await service.context(organisation.member.viewer);
  const stranger = await service.context((await service.organisation()).member.owner);
  const refused = [
    [viewer, "missing_permission"],
    [stranger, "database_not_found"],
  ] as const;
  for (const [ctx, code] of refused) {
    const input = { databaseId, changes, mayKeepDatabase: true };
    for (const verb of [applyRowChanges, findRowFailures, previewRowChanges]) {
      await expect(verb(ctx, input)).rejects.toMatchObject({ code });
    }
  }
  expect(await dump("locked_up")).toEqual([]);
});
