import { afterAll, describe, expect, it } from "vitest";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { findLatestChanges } from "@/lib/sql/data-changes/find-latest";
import { previewUndo } from "@/lib/sql/data-changes/preview-undo";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { listStatements } from "@/lib/sql/statements/list";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

const change = async (text: string) => (await changeByText(owner, databaseId, text)).map(({ id }) => id);
const undo = (changeId = "") => undoDataChange(owner, { databaseId, changeId });

/** Returns the state of each statement's change as the history shows it. */
async function history(): Promise<Record<string, string | undefined>> {
  const { statements } = await listStatements(owner, { databaseId });
  return Object.fromEntries(statements.map(({ text, change }) => [text, change?.status]));
}

describe("DA-H2: an undo that restores the whole database", () => {
  it("DA-H2: lists all that goes with it, and marks all of it as undone", async () => {
    await setUp(`create table e1 (id int primary key); create table e2 (a int); insert into e1 values (1), (2), (3);
      create table e4 (id int)`);
    const [older] = await change("insert into e4 values (3)");
    const [first, second] = await change("truncate e1; alter table e2 rename column a to b");
    const [inserted] = await change("insert into e2 values (9)");
    await undo(inserted);
    await undo(older);
    await change("create table e3 (id int)");
    const preview = await previewUndo(owner, { databaseId, changeId: second ?? "" });
    if (preview.kind !== "restore-point") throw new Error("not by a restore point");
    expect(preview.sinceCount).toBe(3);
    expect(preview.since.map(({ text, isUndo }) => [text, isUndo])).toEqual([
      ["create table e3 (id int)", false],
      ["insert into e4 values (3)", true],
      ["truncate e1", false],
    ]);
    expect(preview.since.at(-1)?.person?.email).toContain("@");
    await undo(second);
    expect(await history()).toMatchObject({
      "truncate e1": "undone",
      "alter table e2 rename column a to b": "undone",
      "insert into e2 values (9)": "undone",
    });
    await expect(undo(first)).rejects.toMatchObject({ code: "conflict", message: "This change is already undone." });
    const latest = await findLatestChanges(owner, { databaseId, changeIds: [older ?? ""] });
    expect(latest.get(older ?? "")).toMatchObject({ isUndone: false });
    const { rows } = await asCustomer(url, (client) => client.query("select count(*)::int as n from e1"));
    expect(rows).toEqual([{ n: 3 }]);
  }, 60_000);

  it("DA-H2: tells the changes that are in effect again once the restore is undone", async () => {
    await setUp("create table back (id int primary key)");
    const [dropped] = await change("drop table back");
    const [kept] = await change("insert into e1 values (7)");
    const { restorePointId } = await undo(dropped);
    expect(await history()).toMatchObject({ "drop table back": "undone", "insert into e1 values (7)": "undone" });
    await restoreInPlace(owner, { databaseId, restorePointId: restorePointId ?? "" });
    expect(await history()).toMatchObject({ "drop table back": "committed", "insert into e1 values (7)": "committed" });
    await undo(kept);
    const { rows } = await asCustomer(url, (client) => client.query("select count(*)::int as n from e1"));
    expect(rows).toEqual([{ n: 3 }]);
  }, 60_000);
});
