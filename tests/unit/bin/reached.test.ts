import { expect, it } from "vitest";
import { reachedTests } from "@/bin/test/reached.mjs";
import { narrow } from "@/bin/test/select.mjs";

const IMPORTS = new Map([
  ["lib/core/ids.ts", []],
  ["lib/core/crypto.ts", ["lib/core/ids.ts"]],
  ["tests/support/context.ts", ["lib/core/crypto.ts"]],
  ["tests/unit/ids.test.ts", ["lib/core/ids.ts"]],
  ["tests/unit/architecture/house.test.ts", []],
  ["tests/unit/docs/links.test.ts", []],
  ["tests/integration/keys.test.ts", ["tests/support/context.ts"]],
  ["tests/conformance/docs-search.test.ts", []],
  ["tests/e2e/site.test.ts", []],
]);

it("a change reaches the tests that import it, through others too, and those that read all of the source", () => {
  expect(reachedTests(["lib/core/crypto.ts"], IMPORTS)).toEqual([
    "tests/integration/keys.test.ts",
    "tests/unit/architecture/house.test.ts",
  ]);
  expect(reachedTests(["lib/core/ids.ts"], IMPORTS)).toContain("tests/unit/ids.test.ts");
  expect(reachedTests(["tests/e2e/site.test.ts"], IMPORTS)).toEqual(["tests/e2e/site.test.ts"]);
});

it("a document reaches the tests of the documentation, and the schema all but those in a browser", () => {
  expect(reachedTests(["docs/sql.md"], IMPORTS)).toEqual([
    "tests/conformance/docs-search.test.ts",
    "tests/unit/docs/links.test.ts",
  ]);
  expect(reachedTests(["prisma/schema.prisma"], IMPORTS)).toHaveLength(5);
});

it("leaves of a selection the stages and files that are reached, and verify", () => {
  const all = { stages: ["verify", "unit", "integration", "e2e"], files: null, titles: null };
  const files = [...IMPORTS.keys()].filter((file) => file.endsWith(".test.ts"));
  expect(narrow(all, ["tests/unit/ids.test.ts", "tests/conformance/docs-search.test.ts"], files)).toEqual({
    stages: ["verify", "unit"],
    files: { unit: ["tests/unit/ids.test.ts"] },
    titles: null,
  });
});
