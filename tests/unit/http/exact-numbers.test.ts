import { expect, it } from "vitest";
import { parseExactJson } from "@/lib/http/read-body";
import { parameterTexts } from "@/lib/sql/over-http/parameter-text";

it.each([
  ["9007199254740993", "9007199254740993"],
  ["1.10", "1.10"],
  ["1e400", "1e400"],
  ["12", "12"],
  ['{"n":12345678901234567890.50,"list":[1.0]}', '{"n":12345678901234567890.50,"list":[1.0]}'],
  [" \n9007199254740993", "9007199254740993"],
  ['{"n" :\r\n\t-1.10}', '{"n":-1.10}'],
  ["[9007199254740993,[1.10],null]", "{9007199254740993,{1.10},NULL}"],
])("SV-H4: PostgreSQL gets the parameter %s with all its digits", (sent, text) => {
  const body = parseExactJson(new TextEncoder().encode(`{"params":[${sent}]}`)) as { params: unknown[] };
  expect(parameterTexts(body.params)[0]?.replaceAll('"', "")).toBe(text.replaceAll('"', ""));
});
