import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ConcurrencyLimiter } from "@/lib/core/concurrency";
import { createDatabase } from "@/lib/hosting/databases/create";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { readKept } from "@/lib/hosting/kept-bytes/read";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { deleteUndoData } from "@/lib/sql/data-changes/delete-undo-data";
import { showKept } from "@/lib/sql/data-changes/show-kept";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { sweepStatements } from "@/lib/sql/statements/sweep";
import { FixedClock } from "@/tests/support/context";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, organisation, owner, databaseId, url, setUp, violations } = await openOwnedDatabase();

beforeEach(() => setUp("drop schema public cascade; create schema public"));

afterAll(() => service.close());

const DAY_MS = 86_400_000;
const kept = () => readKept(owner, organisation.id);
const allow = (keptBytes: bigint | null) =>
  service.db.organisation.update({ where: { id: organisation.id }, data: { keptBytes } });
const query = async (text: string) => (await asCustomer(url, (client) => client.query(text))).rows;
const undo = (changeId: string) => undoDataChange(owner, { databaseId, changeId });

describe("undo data", () => {
  it("RF-19: never passes the organisation's limit: the statement changes nothing and says what to delete", async () => {
    await setUp("create table big as select n, repeat('x', 1000) as v from generate_series(1, 1000) n");
    const grow = "update big set v = v || 'y'";
    const { used: before } = await kept();
    await changeByText(owner, databaseId, grow);
    const each = (await kept()).used - before;
    expect(each).toBeGreaterThan(2_000_000);
    await allow(BigInt(before + Math.round(each * 3.5)));
    // A statement alone, rows in a transaction, and a change of the page of tables.
    const [last] = await runText(owner, databaseId, `${grow};`.repeat(4)).then((outcomes) => outcomes.slice(-1));
    expect(last).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/uses \d+(\.\d)? MB of .* the database “main” has .*, on its History page\.$/),
    });
    const inTransaction = await runText(owner, databaseId, `begin; ${grow}; ${grow}; commit`);
    expect(inTransaction.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
    expect(await query("select distinct length(v) from big")).toEqual([{ length: 1003 }]);
    await allow(BigInt((await kept()).used));
    const table = { schema: "public", name: "big" };
    const applied = applyRowChanges(owner, { databaseId, changes: [{ kind: "insert", table, values: { n: "0" } }] });
    await expect(applied).rejects.toMatchObject({ code: "limit_reached" });
    expect(await query("select count(*)::int from big")).toEqual([{ count: 1000 }]);
    await allow(null);
    expect(await violations()).toEqual([]);
  });

  it("RF-19: statements at once never pass it together", async () => {
    await setUp(
      Array.from(
        { length: 8 },
        (_, n) => `create table t${n} as select n, repeat('x', 1000) v from generate_series(1, 500) n`,
      ).join(";"),
    );
    const { used: before } = await kept();
    await changeByText(owner, databaseId, "update t0 set v = v || 'y'");
    const each = (await kept()).used - before;
    await allow(BigInt(before + Math.round(each * 4.5)));
    // The service's own limit of simultaneous work is counted apart for each.
    const alone = () => ({ ...owner, concurrency: new ConcurrencyLimiter() });
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map((n) => runText(alone(), databaseId, `update t${n} set v = v || 'y'`)),
    );
    const statuses = outcomes.map(([outcome]) => outcome?.status);
    expect(statuses.toSorted()).toEqual([...Array(4).fill("failed"), ...Array(3).fill("succeeded")]);
    const { used, limit } = await kept();
    expect(used).toBeLessThanOrEqual(limit);
    await allow(null);
    expect(await violations()).toEqual([]);
  });

  it("is no obstacle to undo, which takes the room of the undone change", async () => {
    await setUp("create table notes as select n, repeat('x', 100) as v from generate_series(1, 100) n");
    const [change] = await changeByText(owner, databaseId, "delete from notes");
    const { used } = await kept();
    await allow(BigInt(used));
    const { changeId } = await undo(change?.id ?? "");
    expect(await query("select count(*)::int from notes")).toEqual([{ count: 100 }]);
    expect((await kept()).used).toBeLessThanOrEqual(used);
    const redone = await undo(changeId ?? "");
    expect(await query("select count(*)::int from notes")).toEqual([{ count: 0 }]);
    await undo(redone.changeId ?? "");
    expect(await query("select count(*)::int from notes")).toEqual([{ count: 100 }]);
    expect((await kept()).used).toBeLessThanOrEqual(used);
    await allow(null);
    expect(await violations()).toEqual([]);
  });

  it("is released when it is too old, and when its transaction is rolled back", async () => {
    await setUp("create table rolled (id int)");
    const { used } = await kept();
    await runText(owner, databaseId, "begin; insert into rolled values (1); rollback");
    expect((await kept()).used).toBe(used);
    const later = new FixedClock(new Date(Date.now() + 91 * DAY_MS));
    await sweepStatements({ ...(await service.worker()), clock: later });
    const points = await service.db.restorePoint.aggregate({ _sum: { sizeBytes: true } });
    const uses = await service.db.dataChange.aggregate({
      where: { restorePointId: { not: null } },
      _sum: { sizeBytes: true },
    });
    expect((await kept()).used).toBe(Number(points._sum.sizeBytes ?? 0) + Number(uses._sum.sizeBytes ?? 0));
    expect(await service.db.dataChange.count({ where: { restorePointId: null } })).toBe(0);
    expect(await violations()).toEqual([]);
  });
});

describe("deleting undo data", () => {
  it("gives its room back, takes the way back from older changes alone, and is on record", async () => {
    await setUp("create table old as select 1 as id");
    const [change] = await changeByText(owner, databaseId, "update old set id = 2");
    const developer = await service.context(organisation.member.developer);
    const { undoBytes } = await showKept(developer, { databaseId });
    expect(undoBytes).toBeGreaterThan(0);
    const { used } = await kept();
    expect(await deleteUndoData(developer, { databaseId, olderThan: "day" })).toEqual({ changes: 0 });
    const { changes } = await deleteUndoData(developer, { databaseId, olderThan: "now" });
    expect(changes).toBeGreaterThan(0);
    expect(used - (await kept()).used).toBeGreaterThan(0);
    await expect(undo(change?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
    const recorded = await service.db.auditEvent.findMany({ where: { action: "database.delete_undo_data" } });
    expect(recorded.map(({ actorId, targetId, data }) => ({ actorId, targetId, data }))).toContainEqual({
      actorId: organisation.member.developer.id,
      targetId: databaseId,
      data: { olderThan: "now", changes },
    });
    expect(await violations()).toEqual([]);
  });

  it("is for those who may delete restore points", async () => {
    const viewer = await service.context(organisation.member.viewer);
    const stranger = await service.context((await service.organisation()).member.owner);
    const input = { databaseId, olderThan: "now" as const };
    await expect(deleteUndoData(viewer, input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(deleteUndoData(stranger, input)).rejects.toMatchObject({ code: "database_not_found" });
    expect(await showKept(viewer, { databaseId })).toMatchObject(await kept());
    await expect(showKept(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
  });
});

describe("the way back from a loss", () => {
  it("RF-20: is not washed out by changes of rows that follow", async () => {
    await setUp("create table customers as select 1 as id; create table other (id int)");
    const [change] = await changeByText(owner, databaseId, "delete from customers");
    const row = { organisationId: organisation.id, databaseId, rows: "x", rowCount: 1, status: "committed" };
    await service.db.dataChange.createMany({
      data: Array.from({ length: 1_200 }, (_, n) => ({ ...row, id: `chg_trivial${n}`, createdAt: new Date() })),
    });
    const later = new FixedClock(new Date(Date.now() + 6 * DAY_MS));
    await sweepStatements({ ...(await service.worker()), clock: later });
    await undo(change?.id ?? "");
    expect(await query("select id from customers")).toEqual([{ id: 1 }]);
    await service.db.dataChange.deleteMany({ where: { rows: "x" } });
  });

  it("RF-20: is not washed out by lesser changes that take restore points, also where it shares the first", async () => {
    const free = await service.organisation("free");
    const ctx = await service.context(free.member.developer);
    const { id } = await createDatabase(ctx, { name: "washed" });
    await provisionDatabase(await service.worker(), { databaseId: id });
    await changeByText(ctx, id, "create table customers as select 1 as id; create table other (id int)");
    const dropped = await changeByText(ctx, id, "alter table other set (fillfactor = 50); drop table customers");
    for (let n = 0; n < 12; n += 1) await changeByText(ctx, id, `alter table other set (fillfactor = ${60 + n})`);
    const { items } = await listRestorePoints(ctx, { databaseId: id });
    expect(items.map(({ name }) => name)).toEqual(Array(11).fill("Before ALTER TABLE"));
    await undoDataChange(ctx, { databaseId: id, changeId: dropped.at(-1)?.id ?? "" });
    expect(await runText(ctx, id, "select id from customers")).toMatchObject([{ rows: [["1"]] }]);
    expect(await violations()).toEqual([]);
  }, 60_000);

  it("the audit log keeps the statement itself, masked and cut, after the history forgot it", async () => {
    await setUp("create table audited (t text)");
    await changeByText(owner, databaseId, `insert into audited values ('${"é".repeat(3_000)}')`);
    await changeByText(
      owner,
      databaseId,
      "do $$ begin execute 'alter role current_user password ''hunter2'''; end $$",
    ).catch(() => []);
    await service.db.statement.deleteMany({});
    const rows = await service.db.auditEvent.findMany({
      where: { organisationId: organisation.id, action: "database.run_statement" },
      orderBy: { createdAt: "desc" },
    });
    const texts = rows.map(({ data }) => (data as { text: string }).text);
    expect(texts).toContain(`insert into audited values ('${"é".repeat(3_000)}`.slice(0, 2_000).concat("…"));
    expect(texts).toContain("delete from notes");
    expect(texts.join()).not.toContain("hunter2");
  });
});
