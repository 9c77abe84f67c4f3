/** What the pages are given of a collection and its documents. */

export interface Collection {
  name: string;
  estimatedDocuments: number | null;
  bytes: number;
  jsonSchema: string | null;
}

export interface DocumentFilter {
  path: string;
  operator: string;
  value?: string | undefined;
}

export interface BrowsedDocuments {
  collection: Collection;
  documents: { id: string; preview: string; bytes: number; updatedAt: string }[];
  rowsBefore: number;
  previous: string | null;
  next: string | null;
}

/** The address of a collection's page. `base` is that of the page of collections. */
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
