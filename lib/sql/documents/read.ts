import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { collectionTable, getCollection } from "./collection";
import { CollectionInput } from "./collection-name";
import { DocumentId, MAX_DOCUMENT_BYTES } from "./document";
import type { ReadDocument } from "./resource";

export const ReadDocumentInput = CollectionInput.extend({ id: DocumentId });
type ReadDocumentInput = z.infer<typeof ReadDocumentInput>;

/** Returns one document in full. Throws `not_found`, and `invalid_request` when it is too large for the editor. */
export function readDocument(ctx: Context, input: ReadDocumentInput): Promise<ReadDocument> {
  return withReadSession(ctx, input, async (session) => {
    const { name } = await getCollection(session, input.collection);
    const { rows } = await session.query(
      `SELECT t.id, octet_length(t.document::text),
         CASE WHEN octet_length(t.document::text) <= ${MAX_DOCUMENT_BYTES} THEN t.document::text END,
         CASE WHEN octet_length(t.document::text) <= ${MAX_DOCUMENT_BYTES} THEN jsonb_pretty(t.document) END
       FROM ${collectionTable(name)} AS t WHERE t.id = $1::pg_catalog.uuid`,
      [input.id],
    );
    const [row] = rows;
    if (!row) throw new ServiceError("not_found", "This document no longer exists.");
    const [id, , stored, text] = row;
    if (!stored || !text) throw new ServiceError("invalid_request", "The document is too large to edit here.");
    return { id: id ?? "", stored, text };
  });
}
