import { describe, expect, it } from "vitest";
import { selectionOf } from "@/app/dashboard/[organisationId]/databases/[databaseId]/tables/rows/selection";

describe("the address of the rows of a table", () => {
  const table = { schema: "public", table: "books" };

  it.each([
    ["{", undefined],
    ['[{"column":"title"}]', undefined],
    ['"x"', "title"],
  ])("DA-L9: shows all rows where its filter can't be read: %s", (filters, sort) => {
    const found = selectionOf({ ...table, filters, ...(sort && { sort }) });
    expect(found).toMatchObject({ schema: "public", name: "books", filters: [], sort: [] });
  });

  it("names no table without its name", () => {
    expect(selectionOf({ schema: "public" })).toBeNull();
  });
});
