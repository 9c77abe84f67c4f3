import { afterAll, expect, it } from "vitest";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { findRowFailures } from "@/lib/sql/data-changes/find-row-failures";
import { previewRowChanges } from "@/lib/sql/data-changes/preview-row-changes";
import type { RowChange } from "@/lib/sql/data-changes/row-change";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { listStatements } from "@/lib/sql/statements/list";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

const dump = async (table: string) => {
  const text = `select t::text from ${table} as t order by 1`;
  return (await asCustomer(url, (client) => client.query(text))).rows.map(({ t }) => t as string);
};
const apply = (changes: RowChange[]) => applyRowChanges(owner, { databaseId, changes });
const undo = (changeId: string) => undoDataChange(owner, { databaseId, changeId });

it("inserts, updates and deletes in order, all or none, and is taken back as a whole", async () => {
  await setUp(`create table "Odd ""name" (id int primary key, "a b" text default 'd', at timestamptz);
    insert into "Odd ""name" values (1, 'x', '2020-01-01 00:00+00'), (2, 'y', null)`);
  const table = { schema: "public", name: 'Odd "name' };
  const quoted = '"Odd ""name"';
  const before = await dump(quoted);
  const { changeId, rowCount } = await apply([
    { kind: "insert", table, values: { id: "3" } },
    { kind: "insert", table, values: { id: "4", "a b": "" } },
    { kind: "update", table, key: { id: "3" }, values: { "a b": null, id: "5" } },
    { kind: "update", table, key: { id: "1" }, values: { at: "infinity" }, expected: { at: "2020-01-01 00:00:00+00" } },
    { kind: "delete", table, key: { id: "2" } },
    { kind: "insert", table, values: { id: "2", "a b": "again" } },
  ]);
  expect(rowCount).toBe(6);
  expect(await dump(quoted)).toEqual(["(1,x,infinity)", "(2,again,)", '(4,"",)', "(5,,)"]);
  const undone = await undo(changeId);
  expect(await dump(quoted)).toEqual(before);
  await undo(undone.changeId ?? "");
  expect(await dump(quoted)).toEqual(["(1,x,infinity)", "(2,again,)", '(4,"",)', "(5,,)"]);
});

it("changes nothing when one of the changes does not fit", async () => {
  await setUp("create table whole (id int primary key, n numeric(3,1) not null); insert into whole values (1, 1)");
  const table = { schema: "public", name: "whole" };
  const insert: RowChange = { kind: "insert", table, values: { id: "2", n: "2" } };
  const misfits: [RowChange, string][] = [
    [{ kind: "update", table, key: { id: "1" }, values: { n: "7" }, expected: { n: "2.0" } }, "change_conflict"],
    [{ kind: "delete", table, key: { id: "9" } }, "change_conflict"],
    [{ kind: "insert", table, values: { id: "1", n: "1" } }, "invalid_request"],
    [{ kind: "insert", table, values: { id: "x", n: "1" } }, "invalid_request"],
    [{ kind: "insert", table, values: { id: "3", n: "1000" } }, "invalid_request"],
    [{ kind: "insert", table, values: { id: "3", nothing: "1" } }, "invalid_request"],
    [{ kind: "update", table, key: { n: "1.0" }, values: { n: "7" } }, "invalid_request"],
    [{ kind: "update", table, key: { id: "1" }, values: { n: null } }, "invalid_request"],
    [{ kind: "insert", table: { schema: "public", name: "none" }, values: {} }, "invalid_request"],
  ];
  for (const [misfit, code] of misfits) {
    await expect(apply([insert, misfit]), JSON.stringify(misfit)).rejects.toMatchObject({ code });
  }
  expect(await dump("whole")).toEqual(["(1,1.0)"]);
});

it("names every one of several changes that is refused, with the reason, and changes nothing", async () => {
  await setUp("create table several (id int primary key, n int not null); insert into several values (1, 1), (2, 2)");
  const table = { schema: "public", name: "several" };
  const changes: RowChange[] = [
    { kind: "update", table, key: { id: "1" }, values: { n: "5" }, expected: { n: "9" } },
    { kind: "update", table, key: { id: "2" }, values: { n: "6" }, expected: { n: "2" } },
    { kind: "insert", table, values: { id: "2", n: "1" } },
    { kind: "insert", table, values: { id: "3" } },
    { kind: "insert", table, values: { id: "4", n: "4" } },
  ];
  expect(await findRowFailures(owner, { databaseId, changes })).toEqual([
    { index: 0, message: "Someone else changed this row after you loaded it. n is now 1." },
    { index: 2, message: expect.stringMatching(/duplicate key.*Key \(id\)=\(2\) already exists/) },
    { index: 3, message: expect.stringMatching(/null value in column "n"/) },
  ]);
  expect(await dump("several")).toEqual(["(1,1)", "(2,2)"]);
  expect((await previewRowChanges(owner, { databaseId, changes })).text.split("\n")).toHaveLength(5);
});

it("refuses tables where rows do not tell all that happens", async () => {
  await setUp(`create table logged (id int primary key); create table log (id int);
    create function log() returns trigger language plpgsql as 'begin insert into log values (new.id); return new; end';
    create trigger log after insert on logged for each row execute function log();
    create table parents (id int primary key); create table children (id int references parents on delete cascade);
    insert into parents values (1), (2); insert into children values (1)`);
  const insert: RowChange = { kind: "insert", table: { schema: "public", name: "logged" }, values: { id: "1" } };
  await expect(apply([insert])).rejects.toMatchObject({ code: "conflict" });
  const parents = { schema: "public", name: "parents" };
  await expect(apply([{ kind: "delete", table: parents, key: { id: "1" } }])).rejects.toMatchObject({
    code: "conflict",
  });
  expect([await dump("logged"), await dump("log"), await dump("children")]).toEqual([[], [], ["(1)"]]);
  await apply([{ kind: "delete", table: parents, key: { id: "2" } }]);
  expect(await dump("parents")).toEqual(["(1)"]);
});

it("takes typed text for values and never for SQL", async () => {
  await setUp("create table typed (id text primary key, t text); insert into typed values ('1', 'a')");
  const table = { schema: "public", name: "typed" };
  const hostile = `'); drop table typed; -- \\ " $1`;
  await apply([{ kind: "insert", table, values: { id: hostile, t: hostile } }]);
  await apply([{ kind: "update", table, key: { id: hostile }, values: { t: "x" }, expected: { t: hostile } }]);
  const named = { schema: "public", name: 'typed"; drop table typed; --' };
  await expect(apply([{ kind: "insert", table: named, values: {} }])).rejects.toMatchObject({
    code: "invalid_request",
  });
  const column: RowChange = { kind: "insert", table, values: { 't" = 1; --': "x" } };
  await expect(apply([column])).rejects.toMatchObject({ code: "invalid_request" });
  expect(await dump("typed")).toHaveLength(2);
});

it("is in history and on record; a viewer is refused and a stranger finds nothing", async () => {
  await setUp("create table recorded (id int primary key, t text)");
  const table = { schema: "public", name: "recorded" };
  const changes: RowChange[] = [{ kind: "insert", table, values: { id: "1", t: "it's" } }];
  const { changeId } = await apply(changes);
  const { statements } = await listStatements(owner, { databaseId, search: `"recorded"` });
  expect(statements).toMatchObject([
    {
      text: `INSERT INTO "public"."recorded" ("id", "t") VALUES ('1', 'it''s');`,
      ...{ command: "INSERT", status: "succeeded", rowCount: 1 },
      change: { id: changeId, status: "committed", kind: "rows" },
    },
  ]);
  const where = { action: "database.run_statement", data: { path: ["statementId"], equals: statements[0]?.id ?? "" } };
  expect(await service.db.auditEvent.findMany({ where })).toMatchObject([
    { actorId: organisation.member.owner.id, targetId: databaseId },
  ]);
  const viewer = await service.context(organisation.member.viewer);
  const stranger = await service.context((await service.organisation()).member.owner);
  const refused = [
    [viewer, "missing_permission"],
    [stranger, "database_not_found"],
  ] as const;
  for (const [ctx, code] of refused) {
    await expect(applyRowChanges(ctx, { databaseId, changes })).rejects.toMatchObject({ code });
  }
  expect(await dump("recorded")).toHaveLength(1);
});
