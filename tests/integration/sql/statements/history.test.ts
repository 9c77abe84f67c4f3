import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { listStatements } from "@/lib/sql/statements/list";
import { sweepStatements } from "@/lib/sql/statements/sweep";
import { understandIn } from "@/lib/sql/statements/understand-in";
import { FixedClock, type TestOrganisation } from "@/tests/support/context";
import { createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { runText } from "@/tests/support/run-statements";

const DAY_MS = 86_400_000;
let service: HostingService;
let organisation: TestOrganisation;
let owner: Context;
let viewer: Context;
let databaseId: string;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
  owner = await service.context(organisation.member.owner);
  viewer = await service.context(organisation.member.viewer);
  databaseId = await createReadyDatabase(service, organisation.member.owner, "main");
});

afterAll(() => service.close());

it("keeps every statement with its member, when, how long it took and how it went", async () => {
  const text =
    "create table t (id int primary key); insert into t values (1), (2); select * from t; select 1 / 0; select 2";
  await runText(owner, databaseId, text);
  const { statements, next } = await listStatements(viewer, { databaseId });
  expect(next).toBeNull();
  expect(statements.map(({ text: own, status }) => [own, status])).toEqual([
    ["select 1 / 0", "failed"],
    ["select * from t", "succeeded"],
    ["insert into t values (1), (2)", "succeeded"],
    ["create table t (id int primary key)", "succeeded"],
  ]);
  const [failed, read, inserted, created] = statements;
  expect(failed).toMatchObject({ sqlState: "22012", message: "division by zero", rowCount: null, change: null });
  expect(read).toMatchObject({ command: "SELECT", rowCount: 2, change: null });
  expect(inserted).toMatchObject({
    command: "INSERT",
    rowCount: 2,
    change: { kind: "rows", rowCount: 2, status: "committed" },
  });
  expect(created).toMatchObject({ command: "CREATE", change: null });
  for (const statement of statements) {
    expect(statement).toMatchObject({
      actorId: organisation.member.owner.id,
      person: { email: `owner@${organisation.id}.example` },
    });
    expect(statement.durationMicros).toBeGreaterThanOrEqual(0);
    expect(Date.now() - Date.parse(statement.startedAt)).toBeLessThan(60_000);
  }
  const { statements: changed } = await listStatements(owner, { databaseId, status: "failed" });
  expect(changed.map(({ id }) => id)).toEqual([failed?.id]);
  const { statements: undoable } = await listStatements(owner, { databaseId, isUndoable: true });
  expect(undoable.map(({ id }) => id)).toEqual([inserted?.id]);
});

it("records in the audit trail each statement that changes something, with its text", async () => {
  const where = { targetId: databaseId, action: "database.run_statement" };
  const before = await service.db.auditEvent.count({ where });
  await runText(owner, databaseId, "insert into t values (77); select 78; update t set id = 79 where false");
  const events = await service.db.auditEvent.findMany({ where, orderBy: { createdAt: "desc" } });
  expect(events).toHaveLength(before + 1);
  const text = "insert into t values (77)";
  expect(events[0]?.data).toEqual({ statementId: expect.stringMatching(/^stm_/), command: "INSERT", text });
});

it("masks secrets before anything is stored, also of text that is refused or cannot be read", async () => {
  for (const text of [
    `alter role "${databaseId}" password 'hunter2-1'`,
    "create user mapping for current_user server s options (password 'hunter2-2')",
    "alter role x password 'hunter2-3' nonsense here",
    "alter role x password 'hunter2-4",
    "alter role x password 'a' 'hunter2-5",
  ]) {
    const outcomes = await runText(owner, databaseId, text);
    expect(outcomes.at(-1)?.status, text).toBe("failed");
  }
  const rows = await service.db.statement.findMany({ where: { databaseId } });
  expect(JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? Number(value) : value))).not.toContain(
    "hunter2",
  );
  expect(JSON.stringify(await service.db.auditEvent.findMany())).not.toContain("hunter2");
});

it("is searched by text as it is, in any case, and never by pattern", async () => {
  await runText(owner, databaseId, "select 'Fifty%_off\\' as x; select 'fifty and off'");
  const find = async (search: string) => (await listStatements(owner, { databaseId, search })).statements.length;
  expect(await find("fifty%_OFF\\")).toBe(1);
  expect(await find("fifty")).toBe(2);
  expect(await find("'; drop table statement; --")).toBe(0);
});

it("TI-06: goes on from a cursor of its own list alone", async () => {
  await runText(owner, databaseId, "select 'page';".repeat(60));
  const first = await listStatements(owner, { databaseId, search: "'page'" });
  expect(first.statements).toHaveLength(50);
  const before = first.next ?? "";
  const second = await listStatements(owner, { databaseId, search: "'page'", before });
  expect(second).toMatchObject({ next: null });
  expect(new Set([...first.statements, ...second.statements].map(({ id }) => id)).size).toBe(60);
  for (const cursor of ["x", `${before}x`, before.replace(/^./, "_")]) {
    const other = listStatements(owner, { databaseId, search: "'page'", before: cursor });
    await expect(other).rejects.toMatchObject({ code: "invalid_request" });
  }
  await expect(listStatements(owner, { databaseId, before })).rejects.toMatchObject({ code: "invalid_request" });
}, 60_000);

it.each([
  ["notify orders, 'one'", "NOTIFY"],
  ["alter role current_user set application_name = 'x'", "ALTER ROLE"],
  ["reindex schema public", "REINDEX SCHEMA"],
  ["begin; notify orders; commit", "NOTIFY"],
])("LG-03: a statement that leaves nothing to undo leaves an entry in the audit log: %s", async (text, command) => {
  const outcomes = await runText(owner, databaseId, text);
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => "succeeded"));
  const audited = await service.db.auditEvent.findMany({
    where: { targetId: databaseId, action: "database.run_statement" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 1,
  });
  const ids = outcomes.map(({ statementId }) => statementId);
  expect(audited).toMatchObject([{ actorId: owner.actor.id, data: { command, statementId: expect.any(String) } }]);
  expect(audited.flatMap(({ data }) => ids.filter((id) => JSON.stringify(data).includes(id)))).toHaveLength(1);
});

it("is bounded: the oldest that changed nothing are forgotten, and all after ninety days", async () => {
  const database = await createReadyDatabase(service, organisation.member.owner);
  const row = { organisationId: organisation.id, databaseId: database, actorKind: "member", actorId: "mem_x" };
  await service.db.statement.createMany({
    data: Array.from({ length: 10_005 }, (_, n) => {
      const startedAt = new Date(Date.now() - DAY_MS + n);
      return { ...row, id: `stm_${n}`, text: "x", startedAt };
    }),
  });
  const change = { organisationId: organisation.id, databaseId: database, status: "committed", rows: "x" };
  await service.db.dataChange.create({
    data: { ...change, id: "chg_x", statementId: "stm_0", createdAt: new Date() },
  });
  await sweepStatements(await service.worker());
  const isThere = async (...ids: string[]) => service.db.statement.count({ where: { id: { in: ids } } });
  expect(await service.db.statement.count({ where: { databaseId: database } })).toBe(10_001);
  expect(await isThere("stm_0", "stm_5")).toBe(2);
  expect(await isThere("stm_1", "stm_2", "stm_3", "stm_4")).toBe(0);
  await service.db.dataChange.delete({ where: { id: "chg_x" } });
  const clock = new FixedClock(new Date(Date.now() + 90 * DAY_MS));
  await sweepStatements({ ...(await service.worker()), clock });
  expect(await service.db.statement.count({ where: { databaseId: database } })).toBe(0);
});

it("says before it runs which change of rows needs a restore point in this database", async () => {
  await runText(
    owner,
    databaseId,
    `create table many (id int); insert into many select generate_series(1, 20000); analyze many;
     create table parent (id int) partition by list (id); create view seen as select * from many`,
  );
  const text =
    "update many set id = 0; delete from many where id = 1; delete from parent; insert into seen values (1); delete from gone; select 1";
  const { statements } = await understandIn(owner, { databaseId, text });
  expect(statements.map(({ effect }) => effect)).toEqual([
    ...["needs-restore-point", "changes-rows", "changes-rows", "needs-restore-point", "changes-rows", "reads"],
  ]);
  expect(statements.map(({ reason }) => reason?.split(".")[0])).toEqual([
    ...["It probably changes about 20,000 rows, too many to undo row by row", undefined, undefined],
    ...["It is a view", undefined, undefined],
  ]);
  const stranger = await service.context((await service.organisation()).member.owner);
  await expect(understandIn(stranger, { databaseId, text })).rejects.toMatchObject({ code: "database_not_found" });
});

it("keeps the whole reason of a refusal, and no string of the statement", async () => {
  await runText(owner, databaseId, "alter role someone password 'hunter2'");
  await runText(owner, databaseId, "select E's hunter2");
  const { statements } = await listStatements(owner, { databaseId, status: "failed" });
  const [unreadable, refused] = statements.map(({ message }) => message);
  expect(refused).toMatch(/^To change the role's password, rotate it in the dashboard\./);
  expect(unreadable).not.toContain("hunter2");
});
