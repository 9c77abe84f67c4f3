import type { RowFilter } from "@/lib/sql/tables/filters/resource";
import type { RowSort } from "@/lib/sql/tables/resource";

export interface RowView {
  schema: string;
  name: string;
  sort?: readonly RowSort[];
  filters?: readonly RowFilter[];
  cursor?: string | undefined;
}

/** Returns the address that shows these rows. `base` is the address of the page of tables. */
export function rowAddress(base: string, { schema, name, sort = [], filters = [], cursor }: RowView): string {
  const query = new URLSearchParams({ schema, table: name });
  for (const { column, direction } of sort) {
    query.append("sort", column);
    if (direction === "descending" || sort.length > 1) query.append("direction", direction);
  }
  if (filters.length > 0) query.set("filters", JSON.stringify(filters));
  if (cursor) query.set("cursor", cursor);
  return `${base}/rows?${query}`;
}
