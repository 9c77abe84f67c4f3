import { CONSTRAINT_KINDS } from "./resource";

/** The most constraints, indexes, triggers, policies, references and partitions that are listed, of each kind. */
export const MAX_PARTS = 500;

/** Every query returns one JSON text a row. `withReadSession` looks names up in pg_catalog alone. */
const moment = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columnNames = (table: string, numbers: string) => `coalesce((
  SELECT json_agg(a.attname ORDER BY u.place) FROM unnest(${numbers}) WITH ORDINALITY AS u (attnum, place)
  JOIN pg_attribute AS a ON a.attrelid = ${table} AND a.attnum = u.attnum), '[]')`;

export const FACTS = `
SELECT json_build_object(
  'oid', c.oid::text, 'schema', n.nspname, 'name', c.relname, 'kind', c.relkind, 'owner', pg_get_userbyid(c.relowner),
  'comment', obj_description(c.oid, 'pg_class'), 'isUnlogged', c.relpersistence = 'u',
  'rowSecurity', CASE WHEN NOT c.relrowsecurity THEN 'off' WHEN c.relforcerowsecurity THEN 'forced' ELSE 'on' END,
  'sizes', json_build_object(
    'table', coalesce(pg_table_size(c.oid) - coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0), 0),
    'indexes', coalesce(pg_indexes_size(c.oid), 0),
    'toast', coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0),
    'total', coalesce(pg_total_relation_size(c.oid), 0)),
  'estimatedRows', CASE WHEN c.relkind = 'v' THEN NULL ELSE c.reltuples END,
  'vacuumedAt', ${moment("greatest(s.last_vacuum, s.last_autovacuum)")},
  'analyzedAt', ${moment("greatest(s.last_analyze, s.last_autoanalyze)")},
  'parents', coalesce((SELECT json_agg(json_build_object('schema', pn.nspname, 'name', p.relname,
      'bound', pg_get_expr(c.relpartbound, c.oid)) ORDER BY i.inhseqno)
    FROM pg_inherits AS i JOIN pg_class AS p ON p.oid = i.inhparent JOIN pg_namespace AS pn ON pn.oid = p.relnamespace
    WHERE i.inhrelid = c.oid), '[]'),
  'partitionKey', CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END,
  'partitionCount', (SELECT count(*) FROM pg_inherits AS i WHERE i.inhparent = c.oid),
  'query', CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid, true) END
)::text
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_stat_all_tables AS s ON s.relid = c.oid
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT')`;

export const COLUMNS = `
SELECT json_build_object(
  'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isNullable', NOT a.attnotnull,
  'expression', pg_get_expr(d.adbin, d.adrelid),
  'generated', CASE a.attgenerated WHEN 's' THEN 'stored' WHEN 'v' THEN 'virtual' END,
  'identity', CASE a.attidentity WHEN 'a' THEN 'always' WHEN 'd' THEN 'by default' END,
  'collation', CASE WHEN a.attcollation <> t.typcollation THEN
    (SELECT quote_ident(cn.nspname) || '.' || quote_ident(l.collname) FROM pg_collation AS l
      JOIN pg_namespace AS cn ON cn.oid = l.collnamespace WHERE l.oid = a.attcollation) END,
  'comment', col_description(a.attrelid, a.attnum)
)::text
FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const kindOf = Object.entries(CONSTRAINT_KINDS)
  .map(([code, kind]) => `WHEN '${code}' THEN '${kind}'`)
  .join(" ");

/** NOT NULL is a fact of its column, although PostgreSQL 18 keeps a constraint of it. */
export const CONSTRAINTS = `
SELECT json_build_object(
  'name', k.conname, 'kind', CASE k.contype ${kindOf} END, 'columns', ${columnNames("k.conrelid", "k.conkey")},
  'definition', pg_get_constraintdef(k.oid), 'isValidated', k.convalidated,
  'isDeferrable', k.condeferrable, 'isDeferred', k.condeferred, 'isInherited', k.coninhcount > 0,
  'target', (SELECT json_build_object('schema', n.nspname, 'name', r.relname) FROM pg_class AS r
    JOIN pg_namespace AS n ON n.oid = r.relnamespace WHERE r.oid = k.confrelid),
  'comment', obj_description(k.oid, 'pg_constraint')
)::text
FROM pg_constraint AS k WHERE k.conrelid = $1::oid AND k.contype <> 'n'
ORDER BY array_position('{p,u,f,c,x,t}'::"char"[], k.contype), k.conname LIMIT ${MAX_PARTS}`;

const indexParts = (condition: string) => `coalesce((
  SELECT json_agg(pg_get_indexdef(i.indexrelid, place, true)
      || CASE WHEN opt & 1 = 1 THEN ' DESC' ELSE '' END
      || CASE opt WHEN 2 THEN ' NULLS FIRST' WHEN 1 THEN ' NULLS LAST' ELSE '' END ORDER BY place)
  FROM (SELECT place, coalesce(i.indoption[place - 1], 0) AS opt FROM generate_series(1, i.indnatts) AS place) AS parts
  WHERE ${condition}), '[]')`;

export const INDEXES = `
SELECT json_build_object(
  'name', x.relname, 'method', m.amname, 'keys', ${indexParts("place <= i.indnkeyatts")},
  'included', ${indexParts("place > i.indnkeyatts")}, 'condition', pg_get_expr(i.indpred, i.indrelid, true),
  'isUnique', i.indisunique, 'isPrimary', i.indisprimary,
  'isOfConstraint', EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = x.oid AND k.conrelid = i.indrelid AND k.contype IN ('p', 'u', 'x')),
  'isValid', i.indisvalid, 'bytes', coalesce(pg_relation_size(x.oid), 0), 'scans', coalesce(s.idx_scan, 0),
  'definition', pg_get_indexdef(x.oid), 'comment', obj_description(x.oid, 'pg_class')
)::text
FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_am AS m ON m.oid = x.relam
LEFT JOIN pg_stat_all_indexes AS s ON s.indexrelid = x.oid
WHERE i.indrelid = $1::oid ORDER BY NOT i.indisprimary, x.relname LIMIT ${MAX_PARTS}`;

export const TRIGGERS = `
SELECT json_build_object('name', t.tgname, 'isEnabled', t.tgenabled <> 'D', 'definition', pg_get_triggerdef(t.oid),
  'comment', obj_description(t.oid, 'pg_trigger'))::text
FROM pg_trigger AS t WHERE t.tgrelid = $1::oid AND NOT t.tgisinternal ORDER BY t.tgname LIMIT ${MAX_PARTS}`;

export const POLICIES = `
SELECT json_build_object(
  'name', p.polname, 'isPermissive', p.polpermissive,
  'command', CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
  'roles', (SELECT json_agg(CASE WHEN r = 0 THEN 'PUBLIC' ELSE pg_get_userbyid(r) END ORDER BY place)
    FROM unnest(p.polroles) WITH ORDINALITY AS u (r, place)),
  'using', pg_get_expr(p.polqual, p.polrelid, true), 'check', pg_get_expr(p.polwithcheck, p.polrelid, true),
  'comment', obj_description(p.oid, 'pg_policy')
)::text
FROM pg_policy AS p WHERE p.polrelid = $1::oid ORDER BY p.polname LIMIT ${MAX_PARTS}`;

export const REFERENCES = `
SELECT json_build_object('table', json_build_object('schema', n.nspname, 'name', c.relname), 'name', k.conname,
  'definition', pg_get_constraintdef(k.oid))::text
FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE k.confrelid = $1::oid AND k.contype = 'f' AND k.conparentid = 0 AND k.conrelid <> k.confrelid
ORDER BY n.nspname, c.relname, k.conname LIMIT ${MAX_PARTS}`;

export const PARTITIONS = `
SELECT json_build_object('schema', n.nspname, 'name', c.relname, 'bound', pg_get_expr(c.relpartbound, c.oid))::text
FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE i.inhparent = $1::oid ORDER BY n.nspname, c.relname LIMIT ${MAX_PARTS}`;
