import type { ObjectKindName } from "./resource";

export const PAGE_OBJECTS = 200;

const OWN = "n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'";
const notOfExtension = (catalog: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;

interface Source {
  oid: string;
  name: string;
  kind: string;
  detail: string;
  catalog: string;
  from: string;
  /** The SQL that makes the object. */
  text: string;
  /** More fields of the whole object. */
  more?: string;
}

const SEQUENCE = `concat_ws(' ', 'CREATE SEQUENCE', c.oid::regclass, 'AS', format_type(s.seqtypid, NULL), 'START WITH', s.seqstart, 'INCREMENT BY', s.seqincrement,
  'MINVALUE', s.seqmin, 'MAXVALUE', s.seqmax, 'CACHE', s.seqcache, CASE WHEN s.seqcycle THEN 'CYCLE' END)`;

const LABELS =
  "SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder) FROM pg_enum AS e WHERE e.enumtypid = t.oid";
const FIELDS = `SELECT string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' ORDER BY a.attnum)
  FROM pg_attribute AS a WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped`;
const CHECKS = `SELECT string_agg(format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)), ' ' ORDER BY k.conname)
  FROM pg_constraint AS k WHERE k.contypid = t.oid AND k.contype = 'c'`;
const SUBTYPE = "SELECT format_type(r.rngsubtype, NULL) FROM pg_range AS r WHERE r.rngtypid = t.oid";

const SOURCES: Record<ObjectKindName, Source> = {
  views: {
    oid: "c.oid",
    name: "c.relname",
    kind: "CASE c.relkind WHEN 'v' THEN 'view' ELSE 'materialized view' END",
    detail: `(SELECT string_agg(a.attname, ', ' ORDER BY a.attnum) FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attnum > 0)`,
    catalog: "pg_class",
    from: `pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind IN ('v', 'm') AND has_table_privilege(c.oid, 'SELECT')`,
    text: `CASE c.relkind WHEN 'v' THEN 'CREATE OR REPLACE VIEW ' ELSE 'CREATE MATERIALIZED VIEW ' END || c.oid::regclass || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '')
      || E' AS\\n' || pg_get_viewdef(c.oid, true)`,
  },
  functions: {
    oid: "p.oid",
    name: "p.proname",
    kind: `concat_ws(', ', CASE p.prokind WHEN 'p' THEN 'procedure' WHEN 'a' THEN 'aggregate' WHEN 'w' THEN 'window function' ELSE 'function' END,
      l.lanname, CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END)`,
    detail:
      "'(' || pg_get_function_identity_arguments(p.oid) || ')' || coalesce(' → ' || pg_get_function_result(p.oid), '')",
    catalog: "pg_proc",
    from: "pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace JOIN pg_language AS l ON l.oid = p.prolang WHERE true",
    text: `CASE WHEN p.prokind = 'a' THEN '-- PostgreSQL writes no definition of an aggregate.' ELSE rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' END`,
  },
  types: {
    oid: "t.oid",
    name: "t.typname",
    kind: "CASE t.typtype WHEN 'e' THEN 'enum' WHEN 'd' THEN 'domain' WHEN 'r' THEN 'range' ELSE 'composite' END",
    detail: `coalesce(CASE t.typtype WHEN 'e' THEN (${LABELS}) WHEN 'd' THEN format_type(t.typbasetype, t.typtypmod) WHEN 'r' THEN (${SUBTYPE}) ELSE (${FIELDS}) END, '')`,
    catalog: "pg_type",
    from: `pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace LEFT JOIN pg_class AS c ON c.oid = t.typrelid
      WHERE t.typtype IN ('e', 'd', 'r', 'c') AND coalesce(c.relkind, 'c') = 'c'`,
    text: `CASE t.typtype
      WHEN 'e' THEN format('CREATE TYPE %I.%I AS ENUM (%s);', n.nspname, t.typname, (${LABELS}))
      WHEN 'd' THEN concat_ws(' ', format('CREATE DOMAIN %I.%I AS', n.nspname, t.typname), format_type(t.typbasetype, t.typtypmod),
        'DEFAULT ' || t.typdefault, CASE WHEN t.typnotnull THEN 'NOT NULL' END, (${CHECKS})) || ';'
      WHEN 'r' THEN format('CREATE TYPE %I.%I AS RANGE (SUBTYPE = %s);', n.nspname, t.typname, (${SUBTYPE}))
      ELSE format('CREATE TYPE %I.%I AS (%s);', n.nspname, t.typname, (${FIELDS})) END`,
    more: `, 'labels', coalesce((SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum AS e WHERE e.enumtypid = t.oid), '[]')`,
  },
  sequences: {
    oid: "c.oid",
    name: "c.relname",
    kind: "'sequence'",
    detail: `concat_ws(', ', format_type(s.seqtypid, NULL), 'from ' || s.seqstart, 'by ' || s.seqincrement,
      (SELECT 'owned by ' || d.refobjid::regclass || '.' || quote_ident(a.attname) FROM pg_depend AS d JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass))`,
    catalog: "pg_class",
    from: "pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_sequence AS s ON s.seqrelid = c.oid WHERE true",
    text: `${SEQUENCE} || ';'`,
  },
  extensions: {
    oid: "x.oid",
    name: "x.extname",
    kind: "'extension'",
    detail: "x.extversion",
    catalog: "pg_extension",
    from: "pg_extension AS x JOIN pg_namespace AS n ON n.oid = x.extnamespace WHERE true",
    text: "format('CREATE EXTENSION IF NOT EXISTS %I WITH SCHEMA %I;', x.extname, n.nspname)",
  },
};

function object({ oid, name, kind, detail, catalog }: Source, more = ""): string {
  return `json_build_object('id', ${oid}::text, 'schema', n.nspname, 'name', ${name}, 'kind', ${kind}, 'detail', left(${detail}, 500),
    'comment', obj_description(${oid}, '${catalog}')${more})::text`;
}

/** Extensions are in schemas of PostgreSQL's own too; objects of an extension are not listed by themselves. */
const ofOwner = (source: Source) =>
  source.catalog === "pg_extension" ? "true" : `${OWN} AND ${notOfExtension(source.catalog, source.oid)}`;

function each(write: (source: Source) => string): Record<ObjectKindName, string> {
  return Object.fromEntries(Object.entries(SOURCES).map(([kind, source]) => [kind, write(source)])) as Record<
    ObjectKindName,
    string
  >;
}

/** `$1` is a part of the name, `$2` the number of objects before the page. */
export const LISTS = each(
  (source) => `SELECT ${object(source)} FROM ${source.from} AND ${ofOwner(source)}
  AND strpos(lower(n.nspname || '.' || ${source.name}), lower($1)) > 0
  ORDER BY n.nspname <> 'public', n.nspname, ${source.name}, ${source.oid} LIMIT ${PAGE_OBJECTS + 1} OFFSET $2::bigint`,
);

/** `$1` is the id. */
export const WHOLE = each(
  (source) =>
    `SELECT ${object(source, `, 'text', ${source.text}${source.more ?? ""}`)} FROM ${source.from} AND ${ofOwner(source)} AND ${source.oid} = $1::oid`,
);
