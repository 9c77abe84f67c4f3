import { describe, expect, it } from "vitest";
import { KeyName } from "@/lib/core/access/key-status";
import { DatabaseName } from "@/lib/hosting/databases/name";
import { OrganisationName } from "@/lib/people/organisations/resource";
import { ProjectName } from "@/lib/sign-in/projects/resource";
import { CollectionName } from "@/lib/sql/documents/collection-name";
import { SavedQueryName } from "@/lib/sql/saved-queries/resource";

const NAMES = {
  database: { schema: DatabaseName, most: 40 },
  organisation: { schema: OrganisationName, most: 64 },
  project: { schema: ProjectName, most: 64 },
  key: { schema: KeyName, most: 64 },
  query: { schema: SavedQueryName, most: 80 },
};

/** Zero width, soft hyphen, direction marks, overrides and isolates, tags, and blanks that are no space. */
const INVISIBLE = [
  ...[
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u2060",
    "\u202eabc",
    "a\u200bb",
    "a\u200db",
    "ad\u00admin",
    "a\u200eb",
    "\u061ca",
  ],
  ...["a\u2066b\u2069", "a\u{e0041}", "\u3164", "\u2800", "a\ufe0f", "1\ufe0f", "👩\u200d1", "\u200c\u200d\ufe0f"],
];
const VISIBLE = ["❤️", "👩🏽‍🚀 team", "👨‍👩‍👧", "1️⃣", "می‌خواهم", "क्‍ष", "中文", "Ünï", "naïve – №5"];

const MORE_THAN_A_LINE = ["a\nb", "a\u0000b", "a\u2028b", "a\u2029b", "\ud800", "a\udc00"];

describe.each(Object.entries(NAMES))("the name of a %s", (_, { schema, most }) => {
  it("is trimmed, and counted in code points", () => {
    expect(schema.parse(`  ${"🌳".repeat(most)} `)).toBe("🌳".repeat(most));
    expect(schema.safeParse("🌳".repeat(most + 1)).success).toBe(false);
    expect(schema.safeParse("   ").success).toBe(false);
  });

  it("holds nothing that readers cannot see", () => {
    for (const name of INVISIBLE) expect(schema.safeParse(name).success, JSON.stringify(name)).toBe(false);
    for (const name of VISIBLE) expect(schema.parse(name)).toBe(name.normalize("NFC"));
  });

  it("has one form, however it was composed", () => {
    expect(schema.parse("Cafe\u0301")).toBe("Caf\u00e9");
    expect(schema.parse("e\u0301".repeat(most))).toBe("\u00e9".repeat(most));
  });

  it("is one line that PostgreSQL can store", () => {
    for (const name of MORE_THAN_A_LINE) expect(schema.safeParse(name).success, JSON.stringify(name)).toBe(false);
  });
});

it("the name of a collection, which is a PostgreSQL identifier, is one line too", () => {
  for (const name of MORE_THAN_A_LINE) expect(CollectionName.safeParse(name).success, JSON.stringify(name)).toBe(false);
});
