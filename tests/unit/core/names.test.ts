import { describe, expect, it } from "vitest";
import { KeyName } from "@/lib/core/access/key-status";
import { OrganisationName } from "@/lib/people/organisations/resource";
import { ProjectName } from "@/lib/sign-in/projects/resource";
import { SavedQueryName } from "@/lib/sql/saved-queries/resource";

const NAMES = {
  organisation: { schema: OrganisationName, most: 64 },
  project: { schema: ProjectName, most: 64 },
  key: { schema: KeyName, most: 64 },
  query: { schema: SavedQueryName, most: 80 },
};

describe.each(Object.entries(NAMES))("the name of a %s", (_, { schema, most }) => {
  it("is trimmed, and counted in code points", () => {
    expect(schema.parse(`  ${"🌳".repeat(most)} `)).toBe("🌳".repeat(most));
    expect(schema.safeParse("🌳".repeat(most + 1)).success).toBe(false);
    expect(schema.safeParse("   ").success).toBe(false);
  });

  it("is one line that PostgreSQL can store", () => {
    for (const name of ["a\nb", "a\u0000b", "a\u2028b", "a\u2029b", "\ud800", "a\udc00"]) {
      expect(schema.safeParse(name).success, JSON.stringify(name)).toBe(false);
    }
  });
});
