import { expect, test } from "vitest";
import { operationOf } from "@/lib/sql/customer-session/operation-of";

test.each([
  ["select 1", "SELECT"],
  ["\n\t(( SELECT 1))", "SELECT"],
  ["-- a note\n/* and\nanother */ with a as (select 1) table a", "WITH"],
  [";;insert into t values (1)", "INSERT"],
  ["/* outer /* inner */ drop */ select 1", "DROP"],
])("%j begins with %s", (text, operation) => {
  expect(operationOf(text)).toBe(operation);
});

test.each(["", "hunter2", "selects 1", "/* never closed select 1", "-- select 1", "1 select", "ſelect 1"])(
  "%j begins with no command",
  (text) => {
    expect(operationOf(text)).toBeNull();
  },
);

test("takes as long as the text is, also where comments never end", () => {
  const hostile = `${"/* a */ ".repeat(200_000)}/* `;
  expect(operationOf(hostile)).toBeNull();
});
