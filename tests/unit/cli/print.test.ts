import { expect, it } from "vitest";
import { type Columns, printColumns } from "@/lib/cli/define/print";

const key = { id: "k1", isEnabled: true, lastUsedAt: "2026-11-30T01:02:03.000Z", createdBy: null, scopes: ["a", "b"] };

it("properties label themselves, and a label of its own renames one or adds a column", () => {
  const columns: Columns<typeof key> = [
    "id",
    "isEnabled",
    "lastUsedAt",
    "createdBy",
    { rights: "scopes", loud: ({ id }) => id.toUpperCase() },
  ];
  const lines = [
    ["id", "k1"],
    ["enabled", "yes"],
    ["last used (UTC)", "2026-11-30 01:02"],
    ["created by", "-"],
    ["rights", "a, b"],
    ["loud", "K1"],
    ["more", "told"],
  ];
  expect(printColumns(columns, key, [["more", "told"]])).toBe(
    lines.map(([name = "", value]) => `${name.padEnd(15)}  ${value}\n`).join(""),
  );
});

it.each([[[key]], [{ items: [key], nextCursor: null }]])("a list is a table with labels in capitals", (list) => {
  expect(printColumns<{ items: (typeof key)[] }>(["id", "lastUsedAt"], list as { items: (typeof key)[] })).toBe(
    "ID  LAST USED (UTC)\nk1  2026-11-30 01:02\n",
  );
});
