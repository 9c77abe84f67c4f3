import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { DOCUMENTS_SCHEMA, getCollection } from "./collection";
import { CollectionInput } from "./collection-name";
import { DocumentId, parseDocument } from "./document";
import { compileJsonSchema } from "./json-schema";

const DocumentText = z.string().max(1_100_000);

export const SaveDocumentInput = CollectionInput.extend({
  /** The document as JSON text. */
  text: DocumentText,
  /** The document that this takes the place of, as it was read; absent for a new one. */
  replaces: z.strictObject({ id: DocumentId, stored: DocumentText }).optional(),
});
type SaveDocumentInput = z.infer<typeof SaveDocumentInput>;

/**
 * Writes a new document or another text of one, kept so that it can be undone. Throws `not_found`, `change_conflict`
 * when somebody else changed the document since, and `invalid_request` when it is not JSON or does not fit the
 * collection's schema.
 */
export async function saveDocument(ctx: Context, input: SaveDocumentInput): Promise<{ changeId: string }> {
  const document = parseDocument(input.text);
  const { name, jsonSchema } = await withReadSession(ctx, input, (session) => getCollection(session, input.collection));
  const faults = jsonSchema === null ? [] : compileJsonSchema(jsonSchema)(document);
  if (faults.length > 0) {
    throw new ServiceError(
      "invalid_request",
      `The document does not fit the collection's schema: ${faults.join("; ")}`,
    );
  }
  const table = { schema: DOCUMENTS_SCHEMA, name };
  const { databaseId, text, replaces } = input;
  const { changeId } = await applyRowChanges(ctx, {
    databaseId,
    changes: [
      replaces
        ? {
            ...{ table, kind: "update" },
            key: { id: replaces.id },
            // Read by PostgreSQL as the moment the transaction began.
            values: { document: text, updated_at: "now" },
            expected: { document: replaces.stored },
          }
        : { table, kind: "insert", values: { document: text } },
    ],
  });
  return { changeId };
}
