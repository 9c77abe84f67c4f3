import { afterAll, beforeAll, expect, it } from "vitest";
import { previewUndo } from "@/lib/sql/data-changes/preview-undo";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, setUp } = await openOwnedDatabase();

beforeAll(() =>
  setUp(`create schema "St ock"; create table "St ock"."It""ems" (id int, "na me" text);
    create view seen as select 1 as one; create table parted (a int) partition by list (a)`),
);
afterAll(() => service.close());

const TABLE = '"St ock"."It""ems"';
const comments = async (table = TABLE) => {
  const text = `select obj_description('${table}'::regclass, 'pg_class') as of_table,
    (select json_agg(col_description(attrelid, attnum) order by attnum) from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped) as of_columns`;
  const { rows } = (await setUp(text)) as { rows: { of_table: string | null; of_columns: (string | null)[] }[] };
  return [rows[0]?.of_table, ...(rows[0]?.of_columns ?? [])];
};
const change = (text: string) => changeByText(owner, databaseId, text);
const undo = (changeId: string) => undoDataChange(owner, { databaseId, changeId });
const only = async (text: string) => {
  const [made, ...others] = await change(text);
  expect([made?.kind, others.length]).toEqual(["rows", 0]);
  return made?.id ?? "";
};

it("comments on tables and columns are set back to the character, and again", async () => {
  const texts = [
    `comment on table ${TABLE} is 'it''s \\ "all"'`,
    `comment on column ${TABLE}."na me" is U&'\\000Aé😀'`,
    `comment on table ${TABLE} is ''`,
    `comment on table ${TABLE} is 'other'`,
    `comment on column ${TABLE}."na me" is null`,
  ];
  const states = [await comments()];
  const ids: string[] = [];
  for (const text of texts) {
    ids.push(await only(text));
    states.push(await comments());
  }
  expect(states).toEqual([
    [null, null, null],
    ['it\'s \\ "all"', null, null],
    ['it\'s \\ "all"', null, "\né😀"],
    [null, null, "\né😀"],
    ["other", null, "\né😀"],
    ["other", null, null],
  ]);
  for (const [index, id] of [...ids.entries()].reverse()) {
    const { changeId } = await undo(id);
    expect(await comments()).toEqual(states[index]);
    const redone = await undo(changeId ?? "");
    expect(await comments()).toEqual(states[index + 1]);
    await undo(redone.changeId ?? "");
  }
  expect(await comments()).toEqual(states[0]);
  expect(await change(`comment on table ${TABLE} is null`)).toEqual([]);
});

it("a later change of a comment is a conflict, and nothing is undone", async () => {
  const id = await only("comment on table parted is 'first'");
  await setUp("comment on table parted is 'second'");
  expect(await previewUndo(owner, { databaseId, changeId: id })).toMatchObject({
    ...{ kind: "rows", conflictCount: 1, message: expect.stringContaining("changed this comment") },
    tables: [{ columns: ["column", "comment"], rows: [{ left: ["", "first"], becomes: ["", null] }] }],
  });
  await expect(undo(id)).rejects.toMatchObject({
    code: "change_conflict",
    conflicts: [{ now: { comment: "second" } }],
  });
  expect(await comments("parted")).toEqual(["second", null]);
  const column = await only("comment on column parted.a is 'mine'");
  await setUp("alter table parted rename a to b");
  await expect(undo(column)).rejects.toMatchObject({ code: "change_conflict" });
});

it("between BEGIN and COMMIT a comment is part of the transaction; one on a view needs a restore point", async () => {
  const [made, ...others] = await change("begin; create table fresh (a int); comment on table fresh is 'new'; commit");
  expect([made?.kind, others.length]).toEqual(["rows", 0]);
  await undo(made?.id ?? "");
  expect(await comments("fresh")).toEqual([null, null]);
  const asked = await runText(owner, databaseId, "comment on view seen is 'x'", { confirmed: undefined });
  expect(asked).toMatchObject([{ status: "cancelled", asks: { reason: expect.any(String) } }]);
  const [ofView] = await change("comment on column seen.one is 'x'");
  expect(ofView?.kind).toBe("restore-point");
  const temporary = "create temp table t (a int); comment on table t is 'x'";
  expect(await change(temporary)).toEqual([]);
});
