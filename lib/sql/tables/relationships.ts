import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import type { PicturedTable, Relationship } from "./resource";
import { IS_SERVICE_SCHEMA } from "./service-schema";

/** The most tables in the diagram; more could not be read. */
const MAX_PICTURED = 500;

const TABLES = `
SELECT json_build_object('schema', n.nspname, 'name', c.relname, 'columns', coalesce((
    SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'isKey', coalesce(a.attnum = ANY (i.indkey::int2[]), false)) ORDER BY a.attnum)
    FROM pg_attribute AS a LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped), '[]'))::text
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  AND NOT ${IS_SERVICE_SCHEMA}
ORDER BY n.nspname <> 'public', n.nspname, c.relname LIMIT ${MAX_PICTURED}`;

const namesOf = (relation: string, numbers: string) =>
  `(SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(${numbers}) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_attribute AS a ON a.attrelid = ${relation} AND a.attnum = k.attnum)`;

const RELATIONSHIPS = `
SELECT json_build_object('name', f.conname,
  'from', json_build_object('schema', sn.nspname, 'name', s.relname, 'columns', ${namesOf("f.conrelid", "f.conkey")}),
  'to', json_build_object('schema', tn.nspname, 'name', t.relname, 'columns', ${namesOf("f.confrelid", "f.confkey")}))::text
FROM pg_constraint AS f
JOIN pg_class AS s ON s.oid = f.conrelid JOIN pg_namespace AS sn ON sn.oid = s.relnamespace
JOIN pg_class AS t ON t.oid = f.confrelid JOIN pg_namespace AS tn ON tn.oid = t.relnamespace
WHERE f.contype = 'f' AND f.conparentid = 0 AND NOT s.relispartition AND NOT t.relispartition
ORDER BY sn.nspname, s.relname, f.conname`;

export function readRelationships(
  ctx: Context,
  { databaseId }: { databaseId: string },
): Promise<{ tables: PicturedTable[]; relationships: Relationship[] }> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const tables = await session.query(TABLES);
    const relationships = await session.query(RELATIONSHIPS);
    return {
      tables: tables.rows.map(([text]): PicturedTable => JSON.parse(text ?? "")),
      relationships: relationships.rows.map(([text]): Relationship => JSON.parse(text ?? "")),
    };
  });
}
