import type { RowFilter } from "@/lib/sql/tables/resource";

export interface RowView {
  schema: string;
  name: string;
  sort?: { column: string; direction: "ascending" | "descending" } | undefined;
  filters: readonly RowFilter[];
  cursor?: string | undefined;
}

/** Returns the address that shows these rows. `base` is the address of the page of tables. */
export function rowAddress(base: string, { schema, name, sort, filters, cursor }: RowView): string {
  const query = new URLSearchParams({ schema, table: name });
  if (sort) query.set("sort", sort.column);
  if (sort?.direction === "descending") query.set("direction", "descending");
  if (filters.length > 0) query.set("filters", JSON.stringify(filters));
  if (cursor) query.set("cursor", cursor);
  return `${base}/rows?${query}`;
}
