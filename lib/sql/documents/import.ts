import { requirePermission } from "@/lib/core/access/require-permission";
import { type AuditEntry, recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { toOneLine } from "@/lib/core/names";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { applyRowChanges } from "@/lib/sql/data-changes/apply";
import { changeCollections } from "./change";
import { collectionTable, DOCUMENTS_SCHEMA, getCollection } from "./collection";
import { readNdjson } from "./ndjson";
import type { ImportedDocuments } from "./resource";

interface ImportDocumentsInput {
  databaseId: string;
  collection: string;
  body: AsyncIterable<Uint8Array>;
}

/** More documents are undone by a restore point, which ends the sessions of the database. */
export const MAX_UNDOABLE_DOCUMENTS = 500;
const DOCUMENTS_AT_A_TIME = 1_000;
const MAX_SHOWN = 50;

/**
 * Adds the documents of a stream of newline-delimited JSON, all or none. Throws `not_found`, `body_too_large`, and
 * `invalid_request` with a detail for each line that cannot be taken.
 */
export async function importDocuments(ctx: Context, input: ImportDocumentsInput): Promise<ImportedDocuments> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const { databaseId } = input;
  const { name, jsonSchema } = await withReadSession(ctx, { databaseId }, (session) =>
    getCollection(session, input.collection),
  );
  const texts = await readNdjson(input.body, { organisationId, jsonSchema });
  const audit: AuditEntry = {
    organisationId,
    action: "collection.import",
    targetId: databaseId,
    data: { name, documents: texts.length },
  };
  if (texts.length <= MAX_UNDOABLE_DOCUMENTS) {
    const table = { schema: DOCUMENTS_SCHEMA, name };
    const changes = texts.map((document) => ({ table, kind: "insert" as const, values: { document } }));
    const { changeId } = await applyRowChanges(ctx, { databaseId, changes });
    await recordAudit(ctx, audit);
    return { documents: texts.length, changeId, restorePointId: null };
  }
  const point = await createRestorePoint(ctx, {
    databaseId,
    name: `Before an import into ${[...toOneLine(name)].slice(0, MAX_SHOWN).join("")}`,
    origin: "before-change",
  });
  await insertAll(ctx, { databaseId, name, texts }, () => recordAudit(ctx, audit));
  return { documents: texts.length, changeId: null, restorePointId: point.id };
}

async function insertAll(
  ctx: Context,
  { databaseId, name, texts }: { databaseId: string; name: string; texts: readonly string[] },
  record: () => Promise<void>,
): Promise<void> {
  await changeCollections(ctx, { databaseId }, async (session) => {
    await getCollection(session, name);
    for (let start = 0; start < texts.length; start += DOCUMENTS_AT_A_TIME) {
      const part = texts.slice(start, start + DOCUMENTS_AT_A_TIME);
      // In a JSON array of texts, each document keeps the digits of its numbers.
      await session.query(
        `INSERT INTO ${collectionTable(name)} (document)
         SELECT line::jsonb FROM json_array_elements_text($1::json) WITH ORDINALITY AS l (line, place) ORDER BY place`,
        [JSON.stringify(part)],
      );
    }
    await record();
  });
}
