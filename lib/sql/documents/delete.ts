import { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { DOCUMENTS_SCHEMA, getCollection } from "./collection";
import { CollectionInput } from "./collection-name";
import { DocumentId } from "./document";

export const MAX_DELETED_DOCUMENTS = 500;

export const DeleteDocumentsInput = CollectionInput.extend({
  ids: z.array(DocumentId).min(1).max(MAX_DELETED_DOCUMENTS),
});
type DeleteDocumentsInput = z.infer<typeof DeleteDocumentsInput>;

/** Deletes documents, all or none. The deletion can be undone. Throws `not_found`. */
export async function deleteDocuments(
  ctx: Context,
  { databaseId, collection, ids }: DeleteDocumentsInput,
): Promise<{ changeId: string; rowCount: number }> {
  requirePermission(ctx.actor, "data:write");
  const { name } = await withReadSession(ctx, { databaseId }, (session) => getCollection(session, collection));
  const table = { schema: DOCUMENTS_SCHEMA, name };
  return applyRowChanges(ctx, {
    databaseId,
    changes: ids.map((id) => ({ table, kind: "delete", key: { id } })),
  });
}
