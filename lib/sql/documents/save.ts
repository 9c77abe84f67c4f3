import { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { DOCUMENTS_SCHEMA, getCollection } from "./collection";
import { CollectionInput } from "./collection-name";
import { DocumentId, parseDocument } from "./document";
import { checkAgainstSchema } from "./json-schema";

const DocumentText = z.string().max(1_100_000);

export const SaveDocumentInput = CollectionInput.extend({
  text: DocumentText,
  /** The document that is replaced, as it was read; absent for a new one. */
  replaces: z.strictObject({ id: DocumentId, stored: DocumentText }).optional(),
});
type SaveDocumentInput = z.infer<typeof SaveDocumentInput>;

/**
 * Saves a new document, or a new text of one. Throws `not_found`, `change_conflict` when it was changed since it was
 * read, `missing_permission`, `invalid_request` when it is not JSON or does not match the collection's schema.
 */
export async function saveDocument(ctx: Context, input: SaveDocumentInput): Promise<{ changeId: string }> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  parseDocument(input.text);
  const { name, jsonSchema } = await withReadSession(ctx, input, (session) => getCollection(session, input.collection));
  const [fault] = jsonSchema === null ? [] : await checkAgainstSchema({ organisationId, jsonSchema }, [input.text]);
  if (fault) {
    throw new ServiceError("invalid_request", `The document doesn't match the collection's schema: ${fault.message}`);
  }
  const table = { schema: DOCUMENTS_SCHEMA, name };
  const { databaseId, text, replaces } = input;
  const { changeId } = await applyRowChanges(ctx, {
    databaseId,
    changes: [
      replaces
        ? {
            table,
            kind: "update",
            key: { id: replaces.id },
            // PostgreSQL reads `now` as the start of the transaction.
            values: { document: text, updated_at: "now" },
            expected: { document: replaces.stored },
          }
        : { table, kind: "insert", values: { document: text } },
    ],
  });
  return { changeId };
}
