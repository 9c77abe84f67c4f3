import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { Parameters } from "@/lib/sql/tables/filter";
import { type RowPlace, readRowCursor, writeRowCursor } from "@/lib/sql/tables/row-position";
import { collectionTable, getCollection } from "./collection";
import { documentConditionOf } from "./path-filter";
import type { BrowsedDocuments, DocumentFilter, ListedDocument } from "./resource";

interface BrowseDocumentsInput {
  databaseId: string;
  collection: string;
  filters: readonly DocumentFilter[];
  cursor?: string | undefined;
  limit?: number;
}

const PAGE_DOCUMENTS = 50;
const MAX_PREVIEW_CHARACTERS = 300;

/** Returns a page of a collection's documents, newest first, found by the id of the last one. Throws `not_found`. */
export function browseDocuments(ctx: Context, input: BrowseDocumentsInput): Promise<BrowsedDocuments> {
  return withReadSession(ctx, input, async (session) => {
    const collection = await getCollection(session, input.collection);
    const limit = input.limit ?? PAGE_DOCUMENTS;
    const list = [input.databaseId, "documents", collection.name, JSON.stringify(input.filters)];
    const position = readRowCursor(ctx, list, input.cursor);
    const place = position && "key" in position ? position : null;
    const isBackward = place?.isBackward ?? false;
    const parameters = new Parameters();
    const after = place
      ? `t.id ${isBackward ? ">" : "<"} ${parameters.add(place.key[0] ?? null)}::pg_catalog.uuid`
      : "true";
    const where = documentConditionOf(input.filters, parameters);
    const { rows } = await session.query(
      `SELECT t.id, left(t.document::text, ${MAX_PREVIEW_CHARACTERS + 1}), octet_length(t.document::text),
        to_char(t.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
       FROM ${collectionTable(collection.name)} AS t WHERE ${after} AND ${where}
       ORDER BY t.id ${isBackward ? "ASC" : "DESC"} LIMIT ${limit + 1}`,
      parameters.values,
    );
    const documents = rows.slice(0, limit).map(toListed);
    if (isBackward) documents.reverse();
    const rowsBefore = position?.rowsBefore ?? 0;
    const hasMore = rows.length > limit;
    const write = (document: ListedDocument | undefined, back: boolean, before: number) =>
      document ? writeRowCursor(ctx, list, positionOf(document, back, Math.max(0, before))) : null;
    const hasPrevious = isBackward ? hasMore : place !== null;
    return {
      collection,
      documents,
      rowsBefore,
      previous: hasPrevious ? write(documents[0], true, rowsBefore - limit) : null,
      next: isBackward || hasMore ? write(documents.at(-1), false, rowsBefore + documents.length) : null,
    };
  });
}

function positionOf({ id }: ListedDocument, isBackward: boolean, rowsBefore: number): RowPlace {
  return { isBackward, rowsBefore, sorted: [], key: [id] };
}

function toListed([id, text, bytes, updatedAt]: (string | null)[]): ListedDocument {
  const characters = [...(text ?? "")];
  const preview = characters.slice(0, MAX_PREVIEW_CHARACTERS).join("");
  return {
    id: id ?? "",
    preview: characters.length > MAX_PREVIEW_CHARACTERS ? `${preview}…` : preview,
    bytes: Number(bytes),
    updatedAt: updatedAt ?? "",
  };
}
