import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonMembers } from "@/lib/core/written-json";
import { openOutboxSession, SESSION_NAMES } from "@/lib/services/realtime/changes/outbox/open";
import { type PublishedTable, readPublishedTables } from "@/lib/services/realtime/changes/outbox/read-tables";
import { compileFilter } from "@/lib/services/realtime/changes/sight/filter";
import { openRealtime, type TestRealtime } from "@/tests/support/published-tables";

const TYPES: Record<string, string[]> = {
  smallint: ["-1", "0", "7"],
  bigint: ["-9223372036854775808", "9007199254740992", "9007199254740993"],
  numeric: ["1.0", "1.00", "-12345678901234567890.5", "NaN", "Infinity", "-Infinity"],
  real: ["0.1", "0.10000000149", "-0", "0", "NaN", "Infinity", "-Infinity", "1e-7", "-1e30"],
  "double precision": ["0.1", "-0", "0", "NaN", "Infinity", "-Infinity", "1e-07", "1e300", "-2.5"],
  date: ["1970-01-01", "9999-12-31", "12000-01-01", "0044-03-15 BC", "2000-02-29", "5874897-12-31", "infinity"],
  timestamp: ["2026-01-01 12:00:00.5", "294276-12-31 23:59:59", "0001-12-31 23:00:00 BC", "-infinity"],
  timestamptz: ["2026-01-01T12:00:00Z", "2026-01-01T14:00:00+02:00", "10000-01-01 00:00:00-05:30", "infinity"],
  stage: ["draft", "open", "closed"],
  stages: ["draft", "closed"],
  text: ["a,b", "(x)", '"q"'],
  uuid: ["6C8F4C0E-3B1B-4B5E-9C1A-0A1B2C3D4E5F", "00000000-0000-0000-0000-000000000000"],
};
const OPERATORS = { eq: "=", neq: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

let realtime: TestRealtime;
let table: PublishedTable;
const nameOf = (type: string) => type.replaceAll(" ", "_");

beforeAll(async () => {
  realtime = await openRealtime();
  // The order of labels is not that of the alphabet.
  await realtime.run(`create type stage as enum ('draft', 'open', 'closed'); create domain stages as stage;
    create table "values" (id int primary key, ${Object.keys(TYPES).map((type) => `"${nameOf(type)}" ${type}`)})`);
  await realtime.publish("values", "anyone");
  const database = { id: realtime.databaseId, hostId: realtime.service.hostId };
  const session = await openOutboxSession(realtime.owner, database, { applicationName: SESSION_NAMES.setUp });
  const [found] = await readPublishedTables(session, realtime.databaseId);
  await session.close();
  if (!found) throw new Error("the table is published");
  table = found;
});

afterAll(() => realtime.close());

it.each(Object.keys(TYPES))("SV-Low: filters compare values of type %s as SQL does", async (type) => {
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
  const isOrdered = !["text", "uuid"].includes(type);
  for (const [op, operator] of Object.entries(OPERATORS)) {
    for (const value of values) {
      const filter = [{ column, op: op as keyof typeof OPERATORS, value }];
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

it("SV-Low: `in` takes labels of an enum, as SQL does", async () => {
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
