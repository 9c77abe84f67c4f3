import { afterAll, describe, expect, it } from "vitest";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { findLatestChanges } from "@/lib/sql/data-changes/find-latest";
import { previewUndo } from "@/lib/sql/data-changes/preview-undo";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText } from "@/tests/support/run-statements";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

async function change(text: string) {
  const [only] = await changeByText(owner, databaseId, text);
  if (!only) throw new Error("no change");
  return only;
}

describe("looking at an undo beforehand", () => {
  it("tells the rows as they are and as they become, and changes nothing", async () => {
    await setUp("create table trees (id int primary key, name text); insert into trees values (1, 'oak'), (2, null)");
    const { id: changeId } = await change("update trees set name = 'ash' where id = 2");
    expect(await previewUndo(owner, { databaseId, changeId })).toEqual({
      kind: "rows",
      tables: [
        {
          ...{ schema: "public", name: "trees", columns: ["id", "name"], rowCount: 1 },
          rows: [{ left: ["2", "ash"], becomes: ["2", null] }],
        },
      ],
      ...{ conflicts: [], conflictCount: 0, message: null },
    });
    const { rows } = await asCustomer(url, (client) => client.query("select name from trees where id = 2"));
    expect(rows).toEqual([{ name: "ash" }]);
  });

  it("tells few rows of many, and later changes of somebody", async () => {
    await setUp(
      "create table many (id int primary key, n int); insert into many select g, 0 from generate_series(1, 50) g",
    );
    const { id: changeId } = await change("update many set n = 1");
    await setUp("update many set n = 2 where id <= 30");
    const preview = await previewUndo(owner, { databaseId, changeId });
    expect(preview).toMatchObject({ kind: "rows", conflictCount: 30, tables: [{ rowCount: 50 }] });
    if (preview.kind !== "rows") throw new Error("not of rows");
    expect([preview.conflicts.length, preview.tables[0]?.rows.length]).toEqual([20, 20]);
    expect(preview.conflicts[0]).toMatchObject({ left: { n: "1" }, now: { n: "2" } });
  });

  it("tells when the copy was made that would be restored", async () => {
    await setUp("create table dropped (id int)");
    const { id: changeId } = await change("drop table dropped");
    const { createdAt } = await owner.db.restorePoint.findFirstOrThrow({
      where: { databaseId, dataChanges: { some: { id: changeId } } },
    });
    const expected = { kind: "restore-point", keptAt: createdAt.toISOString(), since: [], sinceCount: 0 };
    expect(await previewUndo(owner, { databaseId, changeId })).toEqual(expected);
  });

  it("is refused to viewers and strangers, and for a change that is undone already", async () => {
    await setUp("create table small (id int primary key)");
    const { id: changeId } = await change("insert into small values (1)");
    const viewer = await service.context(organisation.member.viewer);
    const stranger = await service.context((await service.organisation()).member.owner);
    const input = { databaseId, changeId };
    await expect(previewUndo(viewer, input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(previewUndo(stranger, input)).rejects.toMatchObject({ code: "database_not_found" });
    await undoDataChange(owner, input);
    await expect(previewUndo(owner, input)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the standing of a change", () => {
  it("is told however often it is undone and done again, and to no stranger", async () => {
    await setUp("create table often (id int primary key)");
    const { id: changeId } = await change("insert into often values (1)");
    const latest = async () => {
      const found = await findLatestChanges(owner, { databaseId, changeIds: [changeId, "chg_00000000000000000000"] });
      expect([...found.keys()]).toEqual([changeId]);
      return found.get(changeId);
    };
    expect(await latest()).toEqual({ id: changeId, isUndone: false });
    for (const isUndone of [true, false, true]) {
      const { id } = (await latest()) ?? {};
      const { changeId: undoId } = await undoDataChange(owner, { databaseId, changeId: id ?? "" });
      expect(await latest()).toEqual({ id: undoId, isUndone });
    }
    const stranger = await service.context((await service.organisation()).member.owner);
    const asking = findLatestChanges(stranger, { databaseId, changeIds: [changeId] });
    await expect(asking).rejects.toMatchObject({ code: "database_not_found" });
  });

  it("cannot be undone without its restore point", async () => {
    await setUp("create table pointless (id int)");
    const { id: changeId } = await change("drop table pointless");
    const latest = async () => (await findLatestChanges(owner, { databaseId, changeIds: [changeId] })).get(changeId);
    expect(await latest()).toEqual({ id: changeId, isUndone: false });
    const { restorePointId } = await service.db.dataChange.findUniqueOrThrow({ where: { id: changeId } });
    await deleteRestorePoint(owner, { databaseId, restorePointId: restorePointId ?? "" });
    expect(await latest()).toEqual({ id: null, isUndone: false });
    await expect(undoDataChange(owner, { databaseId, changeId })).rejects.toMatchObject({ code: "conflict" });
  });

  it("is undone for good where the database was restored", async () => {
    await setUp("create table gone (id int)");
    const { id: changeId } = await change("drop table gone");
    await undoDataChange(owner, { databaseId, changeId });
    const found = await findLatestChanges(owner, { databaseId, changeIds: [changeId] });
    expect(found.get(changeId)).toEqual({ id: null, isUndone: true });
  });
});
