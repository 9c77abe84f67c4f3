import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import type { Collection } from "./resource";

export const DOCUMENTS_SCHEMA = "documents";

/** A table of the schema is a collection when it has exactly the columns that `createCollection` makes. */
const FIND = `
SELECT json_build_object('name', c.relname, 'estimatedDocuments', CASE WHEN c.reltuples >= 0 THEN c.reltuples END,
  'bytes', pg_total_relation_size(c.oid),
  'jsonSchema', (SELECT col_description(c.oid, a.attnum) FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'document'))::text
FROM pg_class AS c
WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = '${DOCUMENTS_SCHEMA}')
  AND c.relkind = 'r' AND NOT c.relispartition AND has_table_privilege(c.oid, 'SELECT')
  AND (SELECT count(*) = 4 AND bool_and(a.attnotnull AND (a.attname, a.atttypid) IN (('id', 'uuid'::regtype), ('document', 'jsonb'::regtype),
      ('created_at', 'timestamptz'::regtype), ('updated_at', 'timestamptz'::regtype)))
    FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
  AND EXISTS (SELECT FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = c.oid AND i.indisprimary AND i.indnkeyatts = 1 AND a.attname = 'id')`;

export async function findCollections(session: CustomerSession): Promise<Collection[]> {
  const { rows } = await session.query(`${FIND} ORDER BY c.relname`);
  return rows.map(([text]) => toCollection(text));
}

/** Returns a collection. Throws `not_found`, also for a table that is no collection. */
export async function getCollection(session: CustomerSession, name: string): Promise<Collection> {
  const { rows } = await session.query(`${FIND} AND c.relname = $1`, [name]);
  const [row] = rows;
  if (!row) throw new ServiceError("not_found", `The collection ${name} doesn't exist.`);
  return toCollection(row[0]);
}

/** Reads a row of `FIND`. A comment on the column that is no JSON Schema is left alone. */
function toCollection(text: string | null | undefined): Collection {
  const found: Collection = JSON.parse(text ?? "");
  return { ...found, jsonSchema: found.jsonSchema?.trimStart().startsWith("{") ? found.jsonSchema : null };
}

export function collectionTable(name: string): string {
  return quoteTable({ schema: DOCUMENTS_SCHEMA, name });
}
