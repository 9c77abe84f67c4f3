import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { type ListedTable, TABLE_KINDS } from "./resource";
import { IS_SERVICE_SCHEMA } from "./service-schema";

/** The most tables that are listed; the SQL editor shows the rest. */
export const MAX_TABLES = 2_000;

const FIND = `
SELECT json_build_object('schema', n.nspname, 'name', c.relname, 'kind', c.relkind,
  'partitionOf', CASE WHEN c.relispartition THEN (SELECT json_build_object('schema', rn.nspname, 'name', r.relname)
    FROM pg_class AS r JOIN pg_namespace AS rn ON rn.oid = r.relnamespace WHERE r.oid = pg_partition_root(c.oid)) END,
  'estimatedRows', CASE c.relkind WHEN 'p' THEN (
    SELECT CASE WHEN bool_and(l.reltuples >= 0) THEN sum(l.reltuples::float8) ELSE c.reltuples END
    FROM pg_partition_tree(c.oid) AS t JOIN pg_class AS l ON l.oid = t.relid WHERE t.isleaf) ELSE c.reltuples END,
  'bytes', CASE c.relkind WHEN 'p'
    THEN (SELECT coalesce(sum(pg_total_relation_size(t.relid)), 0) FROM pg_partition_tree(c.oid) AS t)
    ELSE pg_total_relation_size(c.oid) END, 'comment', obj_description(c.oid, 'pg_class'), 'analyzedAt',
  (SELECT to_char(greatest(s.last_analyze, s.last_autoanalyze) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    FROM pg_stat_all_tables AS s WHERE s.relid = c.oid))::text
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND has_table_privilege(c.oid, 'SELECT')
ORDER BY c.relispartition, ${IS_SERVICE_SCHEMA}, n.nspname <> 'public', n.nspname, c.relname LIMIT ${MAX_TABLES}`;

/**
 * Returns every table and view that the database's role may read: those of `public` first, then of other schemas, then of
 * the service's, and partitions last.
 */
export function listTables(ctx: Context, { databaseId }: { databaseId: string }): Promise<ListedTable[]> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const { rows } = await session.query(FIND);
    return rows.map(([text]) => {
      const found: Omit<ListedTable, "kind"> & { kind: keyof typeof TABLE_KINDS } = JSON.parse(text ?? "");
      const isCounted = found.estimatedRows !== null && found.estimatedRows >= 0 && found.kind !== "v";
      return { ...found, kind: TABLE_KINDS[found.kind], estimatedRows: isCounted ? found.estimatedRows : null };
    });
  });
}
