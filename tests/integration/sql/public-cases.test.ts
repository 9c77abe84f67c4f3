import { afterAll, beforeAll, expect, it } from "vitest";
import { ExportRowsInput, exportRows } from "@/lib/sql/csv/export";
import { importRows } from "@/lib/sql/csv/import";
import { ImportRowsInput } from "@/lib/sql/csv/import-input";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { createCollection } from "@/lib/sql/documents/create-collection";
import { readDocument } from "@/lib/sql/documents/read";
import { saveDocument } from "@/lib/sql/documents/save";
import { browseRows } from "@/lib/sql/tables/browse";
import type { RowFilter } from "@/lib/sql/tables/filters/resource";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { changeByText, runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

beforeAll(() =>
  setUp(`
    CREATE TABLE t17 (at timestamptz PRIMARY KEY, d date, i interval, r tstzrange);
    SET timezone = 'UTC';
    INSERT INTO t17 VALUES ('infinity','infinity','infinity','[2020-01-01,infinity)'),
      ('-infinity','-infinity','-infinity','empty'), ('0044-03-15 12:00 BC','4713-01-01 BC','-1 mon +1 day','(,)'),
      ('294276-12-31 23:59:59.999999+00','5874897-12-31','178000000 years','["0044-03-15 BC",)');
    CREATE TABLE big (id bigint PRIMARY KEY, n numeric);
    INSERT INTO big VALUES (1702292043303580221, 0.1), (9223372036854775807, 1e30), (-9223372036854775808, 'NaN');
    CREATE TABLE words (k int PRIMARY KEY, v text);
    INSERT INTO words VALUES (1, NULL), (2, 'NULL'), (3, ''), (5, '\\N'), (6, 'null');
    CREATE TABLE dup (a int, b text);
    INSERT INTO dup VALUES (1,'x'),(1,'x'),(1,'x'),(1,NULL),(1,NULL);
    CREATE TABLE doc1 (id int PRIMARY KEY, note text, j jsonb, t json);
    INSERT INTO doc1 VALUES (1, 'n', '{"price":10.00,"big":12345678901234567890.10,"e":1e400,"10":"x","01":"y","2":"z"}',
      '{"code":"X", "code":"Y",  "b":1.0, "\\u0041":"\\ud83d\\ude00"}')`),
);

afterAll(() => service.close());

const rows = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];
const cells = async (name: string, filters: RowFilter[] = []) =>
  (await browseRows(owner, { databaseId, schema: "public", name, filters })).rows.map((row) => row.cells);
async function exported(selection: { name: string; format: "csv" | "ndjson"; delimiter?: ";"; nullText?: string }) {
  const parts: Uint8Array[] = [];
  const write = async (bytes: Uint8Array) => void parts.push(bytes);
  await exportRows(owner, { ...ExportRowsInput.parse({ databaseId, schema: "public", ...selection }), write });
  return Buffer.concat(parts);
}
const undo = (changeId: string | null | undefined) => undoDataChange(owner, { databaseId, changeId: changeId ?? "" });

const NDJSON_MOMENTS = ["-infinity", "0044-03-15T12:00:00+00:00 BC", "294276-12-31T23:59:59.999999+00:00", "infinity"];

/** Turns the pages of one row each, from the first to the last. */
async function pagedKeys(direction: "ascending" | "descending"): Promise<unknown[]> {
  const keys: unknown[] = [];
  let cursor: string | undefined;
  do {
    const sort = [{ column: "at", direction }];
    const page = await browseRows(owner, { databaseId, schema: "public", name: "t17", sort, limit: 1, cursor });
    keys.push(page.rows[0]?.cells[0]);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return keys;
}

it("1.6: a change of one column leaves the texts of JSON beside it as they are, and so does its undo", async () => {
  const text = "select note, j::text, t::text from doc1";
  const [[, j, t] = []] = await rows(text);
  const change = { kind: "update" as const, table: { schema: "public", name: "doc1" }, key: { id: "1" } };
  const changes = [{ ...change, values: { note: "m" }, expected: { note: "n" } }];
  const { changeId } = await applyRowChanges(owner, { databaseId, changes });
  expect(await rows(text)).toEqual([["m", j, t]]);
  await undo(changeId);
  expect(await rows(text)).toEqual([["n", j, t]]);
  const [edited] = await changeByText(owner, databaseId, `update doc1 set j = j || '{"2":"w"}'`);
  await undo(edited?.id);
  expect(await rows(text)).toEqual([["n", j, t]]);
});

it("1.6: a document in which one key is edited keeps the digits and the order of all others, and so does its undo", async () => {
  const { name: collection } = await createCollection(owner, { databaseId, name: "docs" });
  await setUp("insert into documents.docs (document) select j from doc1");
  const text = async () => (await rows("select document::text from documents.docs"))[0]?.[0];
  const before = String(await text());
  const id = String((await rows("select id from documents.docs"))[0]?.[0]);
  const read = await readDocument(owner, { databaseId, collection, id });
  const edited = read.text.replace('"z"', '"w"');
  const replaces = { id, stored: read.stored };
  const { changeId } = await saveDocument(owner, { databaseId, collection, text: edited, replaces });
  expect(await text()).toBe(before.replace('"z"', '"w"'));
  await undo(changeId);
  expect(await text()).toBe(before);
});

it("1.6: a copied row is the same, and NDJSON has the texts of JSON as they are, a line for each row", async () => {
  const [copied = []] = (await rows("select id, note, j::text, t::text from doc1")) as string[][];
  const change = { kind: "insert" as const, table: { schema: "public", name: "doc1" } };
  const [, note, j, t] = copied;
  const values = { id: "2", note: note ?? null, j: j ?? null, t: t ?? null };
  await applyRowChanges(owner, { databaseId, changes: [{ ...change, values }] });
  expect(await rows("select count(distinct (note, j::text, t::text))::int from doc1")).toEqual([[1]]);
  await setUp(`update doc1 set t = '{"a":\n1.10, "a":"\\u0000"}' where id = 2`);
  const lines = (await exported({ name: "doc1", format: "ndjson" })).toString().trimEnd().split("\n");
  expect(lines).toEqual([
    expect.stringContaining('"t":{"code":"X", "code":"Y",  "b":1.0, "\\u0041":"\\ud83d\\ude00"}}'),
    expect.stringContaining('"t":{"a": 1.10, "a":"\\u0000"}}'),
  ]);
  expect(lines[0]).toContain('"price": 10.00');
});

it("1.7: times outside JavaScript's reach, found, and keys like any others", async () => {
  expect((await cells("t17")).map(([at]) => at)).toEqual([
    "-infinity",
    "0044-03-15 12:00:00+00 BC",
    "294276-12-31 23:59:59.999999+00",
    "infinity",
  ]);
  const found = await cells("t17", [{ column: "at", operator: "between", values: ["0100-01-01 BC", "infinity"] }]);
  expect(found).toHaveLength(3);
  expect(await cells("t17", [{ column: "at", operator: "in", values: ["infinity", "-infinity"] }])).toHaveLength(2);
  const beyond = [{ column: "at", operator: "less" as const, value: "0001-01-01 BC" }];
  expect((await cells("t17", beyond)).map(([at]) => at)).toEqual(["-infinity", "0044-03-15 12:00:00+00 BC"]);
  expect(await pagedKeys("ascending")).toEqual((await cells("t17")).map(([at]) => at));
  expect(await pagedKeys("descending")).toEqual((await cells("t17")).map(([at]) => at).reverse());
  const table = { schema: "public", name: "t17" };
  const before = await cells("t17");
  const { changeId } = await applyRowChanges(owner, {
    databaseId,
    changes: [
      { kind: "update", table, key: { at: "infinity" }, values: { d: "4713-01-02 BC" }, expected: { d: "infinity" } },
    ],
  });
  expect(await rows("select d::text from t17 where at = 'infinity'")).toEqual([["4713-01-02 BC"]]);
  await undo(changeId);
  expect(await cells("t17")).toEqual(before);
});

it.for([
  ["1.7: times outside JavaScript's reach", "t17", "at", ["at", "d", "i", "r"], ""],
  ["1.12: the word NULL beside NULL and an empty text", "words", "k", ["k", "v"], "NULL"],
] as const)("%s comes back as it was from a CSV file", async ([, name, key, columns, nullText]) => {
  const text = `select t::text from ${name} as t order by ${key}`;
  const before = await rows(text);
  const file = await exported({ name, format: "csv", nullText, delimiter: ";" });
  const shape = { schema: "public", name, nullText, delimiter: ";" as const, hasHeader: true };
  if (name === "t17") {
    const lines = (await exported({ name, format: "ndjson" })).toString().trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).at)).toEqual(NDJSON_MOMENTS);
  }
  await setUp(`truncate ${name}`);
  const input = ImportRowsInput.parse({ databaseId, ...shape, columns: [...columns] });
  async function* body() {
    yield file;
  }
  const { signal } = new AbortController();
  await importRows(owner, { ...input, body: body(), signal, onProgress: async () => undefined });
  expect(await rows(text)).toEqual(before);
});

it("1.8: every digit of a number of 19 is kept", async () => {
  const id = "1702292043303580221";
  expect(await cells("big", [{ column: "id", operator: "equals", value: id }])).toEqual([[id, "0.1"]]);
  expect(await cells("big", [{ column: "id", operator: "in", values: [id, "-9223372036854775808"] }])).toHaveLength(2);
  const [sum] = await runText(owner, databaseId, "select sum(id), max(id) from big");
  expect(sum).toMatchObject({ rows: [["1702292043303580220", "9223372036854775807"]] });
});

it("1.9: one of equal rows without a key is changed and undone alone, in either order, beside others' rows", async () => {
  const count = "select a, b, count(*)::int from dup group by 1, 2 order by 2 nulls last";
  const before = await rows(count);
  for (const isReversed of [false, true]) {
    const changes = [
      ...(await changeByText(
        owner,
        databaseId,
        "update dup set b = 'y' where ctid = (select min(ctid) from dup where b = 'x')",
      )),
      ...(await changeByText(
        owner,
        databaseId,
        "delete from dup where ctid = (select max(ctid) from dup where b is null)",
      )),
    ];
    expect(await rows(count)).toEqual([
      [1, "x", 2],
      [1, "y", 1],
      [1, null, 1],
    ]);
    await setUp("insert into dup values (1, 'y')");
    for (const { id } of isReversed ? changes.toReversed() : changes) await undo(id);
    await setUp("delete from dup where b = 'y'");
    expect(await rows(count)).toEqual(before);
  }
});

it("1.13: the place of an error is right after CR LF and characters beyond UTF-16's first plane", async () => {
  const text = "-- 😀😀 ﬁ é\r\nSELECT 1;\r\nSELECT 'ß𝄞', \"x y\" FROM\r\n  nowhere_here;\r\nSELECT 2;";
  const outcomes = await runText(owner, databaseId, text);
  const failed = outcomes.at(-1);
  if (failed?.status !== "failed") throw new Error("nothing failed");
  expect(failed.position).toBe(text.indexOf("nowhere_here"));
  const second = text.slice(text.indexOf("SELECT 'ß"), text.indexOf("\r\nSELECT 2"));
  expect((await runText(owner, databaseId, second)).at(-1)).toMatchObject({ position: second.indexOf("nowhere_here") });
});
