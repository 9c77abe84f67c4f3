import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonMembers } from "@/lib/core/written-json";
import { type ChangeFilter, compileFilter } from "@/lib/services/realtime/changes/authorization/filter";
import { openOutboxSession, SESSION_NAMES } from "@/lib/services/realtime/changes/outbox/open";
import { type PublishedTable, readPublishedTables } from "@/lib/services/realtime/changes/outbox/read-tables";
import { openRealtime, type TestRealtime } from "@/tests/support/published-tables";

const TYPES: Record<string, string[]> = {
  smallint: ["-1", "0", "7"],
  bigint: ["-9223372036854775808", "9007199254740992", "9007199254740993"],
  numeric: ["1.0", "1.00", "-12345678901234567890.5", "NaN", "Infinity", "-Infinity"],
  real: ["0.1", "0.10000000149", "-0", "0", "NaN", "Infinity", "-Infinity", "1e-7", "-1e30"],
  "double precision": ["0.1", "-0", "0", "NaN", "Infinity", "-Infinity", "1e-07", "1e300", "-2.5"],
  date: [
    "1970-01-01",
    "2026-01-01T23:30:00-05:00",
    "9999-12-31",
    "12000-01-01",
    "0044-03-15 BC",
    "2000-02-29",
    "5874897-12-31",
    "infinity",
  ],
  timestamp: [
    "2026-01-01 12:00:00.5",
    "2026-01-01T12:00:00.5+02:00",
    "294276-12-31 23:59:59",
    "0001-12-31 23:00:00 BC",
    "-infinity",
  ],
  timestamptz: ["2026-01-01T12:00:00Z", "2026-01-01T14:00:00+02:00", "10000-01-01 00:00:00-05:30", "infinity"],
  stage: ["draft", "open", "closed"],
  stages: ["draft", "closed"],
  text: ["a,b", "(x)", '"q"'],
  uuid: [
    "6C8F4C0E-3B1B-4B5E-9C1A-0A1B2C3D4E5F",
    "00000000-0000-0000-0000-000000000000",
    "{6c8f4c0e3b1b4b5e9c1a0a1b2c3d4e5f}",
  ],
  boolean: ["true", "false"],
};
const OPERATORS = { eq: "=", neq: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

let realtime: TestRealtime;
let table: PublishedTable;
const nameOf = (type: string) => type.replaceAll(" ", "_");

beforeAll(async () => {
  realtime = await openRealtime();
  // The order of labels is not that of the alphabet.
  await realtime.run(`create type stage as enum ('draft', 'open', 'closed'); create domain stages as stage;
    create extension citext; create collation folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    create domain name_folded as text collate folded;
    create table "values" (id int primary key, ${Object.keys(TYPES).map((type) => `"${nameOf(type)}" ${type}`)},
      "Order Id" int, flag boolean, email citext, folded text collate folded, domained name_folded, doc jsonb, "plain json" json,
      padded char(5), address inet, tags text[])`);
  await realtime.publish("values", "anyone");
  const database = { id: realtime.databaseId, hostId: realtime.service.hostId };
  const session = await openOutboxSession(realtime.owner, database, { applicationName: SESSION_NAMES.setUp });
  const [found] = await readPublishedTables(session, realtime.databaseId);
  await session.close();
  if (!found) throw new Error("the table is published");
  table = found;
});

afterAll(() => realtime.close());

it.each(Object.keys(TYPES))("SV-Low, 6.3: filters compare values of type %s as SQL does", async (type) => {
  const values = TYPES[type] ?? [];
  const column = nameOf(type);
  for (const [id, value] of values.entries()) {
    const upsert = `insert into "values" (id, "${column}") values ($1, $2) on conflict (id) do update set "${column}" = $2`;
    await realtime.run(upsert, [id, value]);
  }
  await realtime.run("set timezone = 'UTC'");
  const rows = await realtime.run<{ row: string }>(
    `select row_to_json(v)::text as row from "values" as v where id < $1 order by id`,
    [values.length],
  );
  // PostgreSQL has no operators for a domain of an enum.
  const base = type === "stages" ? "stage" : type;
  const isOrdered = !["text", "uuid", "boolean"].includes(type);
  for (const [op, operator] of Object.entries(OPERATORS)) {
    for (const value of values) {
      const given = type === "boolean" ? value === "true" : value;
      const filter = [{ column, op: op as keyof typeof OPERATORS, value: given }];
      if (!isOrdered && op !== "eq" && op !== "neq") {
        expect(() => compileFilter(filter, table.columns)).toThrow(/no order/);
        continue;
      }
      const test = compileFilter(filter, table.columns);
      const told = rows.map(({ row }) => test({ values: jsonMembers(row) ?? new Map(), record: null, length: 0 }));
      const shown = await realtime.run<{ holds: boolean }>(
        `select "${column}"::${base} ${operator} $1::${base} as holds from "values" where id < $2 order by id`,
        [value, values.length],
      );
      expect(told, `${op} ${value}`).toEqual(shown.map(({ holds }) => holds));
    }
  }
});

it("SV-Low, 6.3: `in` takes labels of an enum, as SQL does", async () => {
  const rows = await realtime.run<{ row: string; holds: boolean }>(
    `select row_to_json(v)::text as row, coalesce(stage in ('open', 'closed'), false) as holds from "values" as v`,
  );
  const test = compileFilter([{ column: "stage", op: "in", value: ["open", "closed"] }], table.columns);
  const told = rows.map(({ row }) => test({ values: jsonMembers(row) ?? new Map(), record: null, length: 0 }));
  expect(told).toEqual(rows.map(({ holds }) => holds));
  expect(new Set(told)).toEqual(new Set([true, false]));
});

it("SV-Low: a filter by a label that the enum doesn't have is refused", () => {
  const filter = [{ column: "stage", op: "eq" as const, value: "gone" }];
  expect(() => compileFilter(filter, table.columns)).toThrow(/isn't one of type/);
});

it("SV-Low: a value that can't be compared is not known, and not left out", () => {
  const test = compileFilter([{ column: "numeric", op: "gt", value: 1 }], table.columns);
  const row = (text: string) => ({ values: new Map([["numeric", text]]), record: null, length: 0 });
  expect([row(`1${"0".repeat(300)}`), row("null"), row("2")].map(test)).toEqual([null, false, true]);
});

it.each([
  [
    "uuid",
    ["6c8f4c0e-3b1b-4b5e-9c1a-0a1b2c3d4e5f", "6C8F4C0E3B1B4B5E9C1A0A1B2C3D4E5F"],
    "6c8f4c0e-3b1b-4b5e-9c1a-0a1b2c3d4e5f",
  ],
  ["bigint", ["9007199254740993", 7], "9007199254740993"],
  ["text", ["a,b", "(x)", '"q"'], '"q"'],
  ["Order Id", [1, "2"], "2"],
])("6.3: `in` of %s takes a list as SQL does, of names and values with any characters", async (column, list, own) => {
  const rows = await realtime.run<{ row: string; holds: boolean }>(
    `with given as (select v from jsonb_populate_recordset(null::"values", $1) as v)
      select row_to_json(v)::text as row, (v)."${column}"::text = any ($2::text[]) as holds from given`,
    [JSON.stringify([own, null].map((value) => ({ [column]: value }))), [own]],
  );
  const test = compileFilter([{ column, op: "in", value: list }], table.columns);
  const told = rows.map(({ row }) => test({ values: jsonMembers(row) ?? new Map(), record: null, length: 0 }));
  expect(told).toEqual([true, false]);
});

it("6.3: NULL fits `is` alone, and a boolean is told apart by it", () => {
  const row = (flag: string) => ({ values: new Map([["flag", flag]]), record: null, length: 0 });
  const told = (op: "is" | "eq" | "neq", value: boolean | null) =>
    ["true", "false", "null"].map((flag) => compileFilter([{ column: "flag", op, value }], table.columns)(row(flag)));
  expect(told("is", null)).toEqual([false, false, true]);
  expect(told("is", true)).toEqual([true, false, false]);
  expect(told("eq", true)).toEqual([true, false, false]);
  expect(told("neq", true)).toEqual([false, true, false]);
});

it.each([
  ["email", "eq", "Ada@shop.example", /citext can only be compared by `is`/],
  ["folded", "eq", "ada", /collation/],
  ["domained", "neq", "ada", /collation/],
  ["padded", "eq", "a", /type character can only/],
  ["address", "eq", "10.0.0.1", /type inet can only/],
  ["tags", "in", ["a"], /can only/],
  ["uuid", "eq", "not a uuid", /isn't one of type uuid/],
  ["uuid", "in", ["6c8f4c0e-3b1b-4b5e-9c1a"], /isn't one of type uuid/],
  ["bigint", "eq", 9_007_199_254_740_992, /as a string/],
  ["numeric", "lt", 0.300_000_000_000_000_04, /as a string/],
  ["double_precision", "lt", "1e400", /isn't one of type/],
  ["real", "gt", 1e39, /isn't one of type/],
  ["boolean", "eq", "true", /isn't one of type boolean/],
  ["text", "is", true, /no boolean/],
  ["doc", "is", null, /JSON's null/],
  ["plain json", "is", null, /JSON's null/],
  ["text", "eq", null, /isn't one of type/],
] as const)(
  "6.3: a filter that wouldn't compare as SQL does is refused with the reason: %s %s %j",
  (column, op, value, why) => {
    const filter = [{ column, op, value: typeof value === "object" && value !== null ? [...value] : value }];
    const refused = { code: "invalid_request", message: expect.stringMatching(why) };
    expect(() => compileFilter(filter as ChangeFilter, table.columns)).toThrow(expect.objectContaining(refused));
  },
);
