import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSourceFiles } from "./source-files";

const product = [...readSourceFiles().values()].map(({ path, text }) => ({ path, text }));
const others = ["prisma/schema.prisma", ...readdirSync("docs").map((name) => `docs/${name}`)]
  .filter((path) => /\.(prisma|md)$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** Returns the files in which a field is told, by its name there. */
function placesOf(field: RegExp, within: RegExp): string[] {
  return [...product, ...others]
    .filter(({ path, text }) => within.test(path) && field.test(text))
    .map(({ path }) => path)
    .sort();
}

/**
 * The goal is three files beside those that use the value: the resource with its schema, the schema of the database,
 * and the documentation. A list here only gets shorter; the command line names the fields that are options.
 */
describe("a field is told in few places", () => {
  it("of a bucket: its cache time", () => {
    expect(placesOf(/\bcacheSeconds\b/, /./)).toEqual([
      "docs/objects.md",
      "lib/cli/commands/bucket.ts",
      "lib/services/storage/buckets/resource.ts",
      // Uses it.
      "lib/services/storage/links/find-linked.ts",
      "prisma/schema.prisma",
    ]);
  });

  it("of a webhook: its description", () => {
    const ofWebhooks = /(sign-in|projects|\])\/webhooks\/|project-webhooks|docs\/webhooks|^prisma/;
    expect(placesOf(/\bdescription\b/, ofWebhooks)).toEqual([
      // Two show it.
      "components/dashboard/projects/webhooks/webhook-facts.tsx",
      "components/dashboard/projects/webhooks/webhook-table.tsx",
      "lib/cli/commands/project-webhooks.ts",
      "lib/sign-in/webhooks/resource.ts",
      "prisma/schema.prisma",
    ]);
  });
});
