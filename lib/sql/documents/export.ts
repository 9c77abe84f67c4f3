import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { Parameters } from "@/lib/sql/tables/filter";
import { collectionTable, getCollection } from "./collection";
import { CollectionInput } from "./collection-name";
import { DocumentFilters, documentConditionOf } from "./path-filter";

export const ExportDocumentsInput = CollectionInput.extend({ filters: DocumentFilters });
interface ExportDocumentsInput extends z.infer<typeof ExportDocumentsInput> {
  /** Writes lines, and resolves when the reader has room for more. */
  write: (lines: string) => Promise<void>;
}

const DOCUMENTS_AT_A_TIME = 500;
/** A slow reader must not keep the session for longer; pg_dump copies large databases. */
const MAX_MILLISECONDS = 300_000;

/** Writes the matching documents, oldest first, one per line; one that changes meanwhile may be in its new state. */
export async function exportDocuments(ctx: Context, input: ExportDocumentsInput): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  return withReadSession(ctx, input, async (session) => {
    const { name } = await getCollection(session, input.collection);
    const { databaseId } = input;
    const data = { name, isFiltered: input.filters.length > 0 };
    await recordAudit(ctx, { organisationId, action: "collection.export", targetId: databaseId, data });
    const until = performance.now() + MAX_MILLISECONDS;
    let last: string | null = null;
    do {
      const parameters = new Parameters();
      const after: string = last === null ? "true" : `t.id > ${parameters.add(last)}::pg_catalog.uuid`;
      const where = documentConditionOf(input.filters, parameters);
      const { rows } = await session.query(
        `SELECT t.id, t.document::text FROM ${collectionTable(name)} AS t WHERE ${after} AND ${where}
         ORDER BY t.id LIMIT ${DOCUMENTS_AT_A_TIME}`,
        parameters.values,
      );
      last = rows.length < DOCUMENTS_AT_A_TIME ? null : (rows.at(-1)?.[0] ?? null);
      if (rows.length > 0) await input.write(`${rows.map(([, text]) => text).join("\n")}\n`);
      if (performance.now() > until)
        throw new ServiceError("request_timeout", "The export took longer than 5 minutes.");
    } while (last !== null);
  });
}
