import { afterAll, expect, it } from "vitest";
import { type Format, rowsText } from "@/components/dashboard/results/export/rows-text";
import { sortedOrder } from "@/components/dashboard/results/sort/sorted-order";
import { sqlName } from "@/components/dashboard/schema-tree/sql-name";
import type { SucceededStatement } from "@/lib/sql/statements/resource";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { runText } from "@/tests/support/run-statements";

const { service, owner, databaseId, url, setUp } = await openOwnedDatabase();

afterAll(() => service.close());

async function resultOf(text: string) {
  const [outcome] = await runText(owner, databaseId, text);
  expect(outcome).toMatchObject({ status: "succeeded" });
  return outcome as SucceededStatement;
}

const exported = async (format: Format, result: SucceededStatement, table: string) =>
  (await rowsText(format, result, { table })).join("");

it("rows that are exported as INSERT come back as they were, of any types and text", async () => {
  await setUp(`create type mood as enum ('it''s fine', 'Low'); create type pair as (a int, b text);
    create table "From ""here" (id int, "select" bigint, "Größe" numeric, f8 float8, ok boolean, doc json, docb jsonb,
      raw bytea, list text[], matrix int[][], at timestamptz, local timestamp, day date, span interval, bits bit(3),
      mood mood, pair pair, moods mood[], net inet, span_of int4range, cash money, body text);
    insert into "From ""here" values
      (1, 9223372036854775807, 12345678901234567890.0010, 1e-300, true, '{"a": 1.10, "a": 2}', '{"q": "''\\""}', '\\x00ff27',
        array['a,"b"', null, '', '{x}', 'c\\d'], '{{1,2},{3,4}}', '2024-05-01 10:00:00.123456+02', 'infinity', '0044-03-15 BC',
        '1 year -2 days 03:04:05.6', b'101', 'it''s fine', row(1, 'x,"y"'), '{"it''s fine",Low}', '10.0.0.1/8', '[1,5)',
        -12.5, E'O''Neill \\\\ "two"\\r\\nlines\\ttab \\u202e $$ -- /* ; \\\\n'),
      (2, -1, 'NaN', 'NaN', false, null, 'null', '', '{}', null, '-infinity', '2024-01-01', 'infinity', '0', b'000', 'Low',
        row(null, ''), null, '::1', 'empty', 0, ''),
      (-3, null, -0.5, '-Infinity', null, '[]', '"x"', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null)`);
  const read = 'select * from "From ""here" order by id';
  const result = await resultOf(read);
  const text = await exported("insert", result, "public.copied");
  await setUp('create table copied (like "From ""here")');
  await asCustomer(url, (client) => client.query(text));
  expect((await resultOf("select * from copied order by id")).rows).toEqual(result.rows);
});

it("names that PostgreSQL reserves are quoted, and others are not", async () => {
  const { rows } = await resultOf("select word, catcode from pg_get_keywords()");
  const quoted = rows.flatMap(([word, code]) => (word && sqlName(word) !== word ? [[word, code]] : []));
  const reserved = rows.filter(([, code]) => code === "R" || code === "T");
  expect(quoted.toSorted()).toEqual(reserved.toSorted());
});

it("rows that are exported as CSV are read by COPY as they were", async () => {
  const result = await resultOf(
    `values (1, 'a "b", c'), (2, E'two\\r\\nlines'), (3, ''), (4, null), (5, '\\.'), (6, ' edge '), (7, E'\\t')`,
  );
  const csv = await exported("csv", result, "");
  await setUp("create table read_back (id int, body text)");
  const { from } = await import("pg-copy-streams");
  await asCustomer(url, async (client) => {
    const copying = client.query(from("copy read_back from stdin (format csv, header)"));
    await new Promise((resolve, reject) => copying.on("finish", resolve).on("error", reject).end(csv));
  });
  expect((await resultOf("select * from read_back order by id")).rows).toEqual(result.rows);
});

it.for([
  [
    "numeric",
    "('-0.10'), ('10'), ('9.99'), ('NaN'), ('1e30'), ('1000000000000000000000000000000.1'), (null), ('-Infinity')",
  ],
  [
    "timestamptz",
    "('2024-05-01'), ('0044-03-15 BC'), ('infinity'), ('2024-05-01 00:00:00.5'), ('12024-01-01'), (null)",
  ],
  [
    "interval",
    "('1 mon'), ('29 days 23:00'), ('-1 year'), ('30 days 00:00:01'), ('-00:00:01'), (null), ('1 year 2 mons')",
  ],
] as const)("a result is sorted by %s as PostgreSQL sorts it", async ([type, values]) => {
  const from = `from (values ${values}) v (text), lateral (select text::${type} as value) w`;
  const arrived = await resultOf(`select value ${from}`);
  const typeName = arrived.columns[0]?.typeName ?? "";
  for (const [direction, order] of [
    ["ascending", "asc"],
    ["descending", "desc"],
  ] as const) {
    const expected = await resultOf(`select value ${from} order by value ${order}`);
    const sorted = await sortedOrder(arrived.rows, { column: 0, typeName, direction });
    expect(sorted.map((index) => arrived.rows[index])).toEqual(expected.rows);
  }
});
