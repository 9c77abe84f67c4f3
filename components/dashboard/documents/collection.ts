import type { DocumentFilter } from "@/lib/sql/documents/resource";

/** Returns the address of a collection's page. `base` is the address of the page of collections. */
export function collectionAddress(
  base: string,
  name: string,
  { filters = [], cursor }: { filters?: readonly DocumentFilter[]; cursor?: string | undefined } = {},
): string {
  const query = new URLSearchParams({ name });
  if (filters.length > 0) query.set("filters", JSON.stringify(filters));
  if (cursor) query.set("cursor", cursor);
  return `${base}/collection?${query}`;
}
