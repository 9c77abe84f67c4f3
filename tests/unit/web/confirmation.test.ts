import { describe, expect, it } from "vitest";
import { confirmed, requireTyped, Typed } from "@/lib/web/confirmation";
import { placeAddress } from "@/lib/web/place-address";

describe("a typed confirmation", () => {
  it("takes the name as it is written, and refuses any other text with the name", () => {
    expect(() => requireTyped(Typed.parse(" Orders "), " Orders ")).not.toThrow();
    for (const typed of ["orders", "Order", ""]) {
      expect(() => requireTyped(typed, "Orders")).toThrow("Type Orders to confirm.");
    }
  });

  it("takes the account's own address in any case, and refuses others without telling it", () => {
    const wanted = { ownEmail: "ada@example.com" };
    expect(() => requireTyped("Ada@Example.com", wanted)).not.toThrow();
    expect(() => requireTyped("eve@example.com", wanted)).toThrow("Type your email address to confirm.");
  });

  it("keeps the verb from being called before the text is right, and from seeing the text", async () => {
    const seen: unknown[] = [];
    const verb = confirmed(
      async (ctx: { names: string[] }, { place }: { place: number }, _current: null) => ctx.names[place] ?? "",
      async (_ctx, input) => seen.push(input),
    );
    const ctx = { names: ["one", "two"] };
    await expect(verb(ctx, { place: 1, confirmation: "one" }, null)).rejects.toThrow("Type two to confirm.");
    expect(seen).toEqual([]);
    await verb(ctx, { place: 1, confirmation: "two" }, null);
    expect(seen).toEqual([{ place: 1 }]);
  });
});

it("the address of a place is that of the organisation, or of the project or database in it", () => {
  const organisationId = "org_1";
  expect(placeAddress({ organisationId })).toBe("/dashboard/org_1");
  expect(placeAddress({ organisationId, projectId: "p_1" })).toBe("/dashboard/org_1/projects/p_1");
  expect(placeAddress({ organisationId, databaseId: "db_1" })).toBe("/dashboard/org_1/databases/db_1");
});
