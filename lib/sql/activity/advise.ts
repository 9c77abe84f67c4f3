import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import type { Advice } from "./resource";

const MAX_EACH = 20;
/** Smaller indexes cost next to nothing. */
const NOTABLE_INDEX_BYTES = 1024 ** 2;
const NOTABLE_DEAD_ROWS = 10_000;

const OWN = "n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'";
const TABLE = "format('%I.%I', n.nspname, c.relname)";

/** An index serves a foreign key when its first columns are those of the key, in any order. */
const SERVES = "(i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey";

const CHECKS = [
  `SELECT 'no-primary-key' AS kind, ${TABLE} AS subject, NULL::float8 AS figure,
     format('ALTER TABLE %s ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY;', ${TABLE}) AS sql
   FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${OWN}
     AND NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary)`,
  `SELECT 'foreign-key-index', format('%s (%s)', ${TABLE}, k.columns), NULL::float8,
     format('CREATE INDEX ON %s (%s);', ${TABLE}, k.columns)
   FROM pg_constraint AS f JOIN pg_class AS c ON c.oid = f.conrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace,
     LATERAL (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY o.place) AS columns
       FROM unnest(f.conkey) WITH ORDINALITY AS o(number, place)
       JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = o.number) AS k
   WHERE f.contype = 'f' AND f.conparentid = 0 AND ${OWN} AND NOT EXISTS (
     SELECT FROM pg_index AS i WHERE i.indrelid = f.conrelid AND i.indisvalid AND i.indpred IS NULL
       AND ${SERVES})`,
  `SELECT 'unused-index', format('%I.%I', n.nspname, x.relname), pg_relation_size(x.oid)::float8,
     format('DROP INDEX %I.%I;', n.nspname, x.relname)
   FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_namespace AS n ON n.oid = x.relnamespace
   WHERE x.relkind = 'i' AND NOT i.indisunique AND NOT x.relispartition AND ${OWN}
     AND NOT EXISTS (SELECT FROM pg_constraint AS f WHERE f.contype = 'f' AND f.conrelid = i.indrelid AND ${SERVES})
     AND pg_stat_get_numscans(x.oid) = 0 AND pg_relation_size(x.oid) >= ${NOTABLE_INDEX_BYTES}`,
  `SELECT 'dead-rows', ${TABLE}, pg_stat_get_dead_tuples(c.oid)::float8, format('VACUUM (ANALYZE) %s;', ${TABLE})
   FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'm') AND ${OWN} AND pg_stat_get_dead_tuples(c.oid) >= ${NOTABLE_DEAD_ROWS}
     AND pg_stat_get_dead_tuples(c.oid) * 4 >= pg_stat_get_live_tuples(c.oid)`,
  `SELECT 'sequence-end', format('%I.%I', q.schemaname, q.sequencename), q.last_value::float8 / q.max_value,
     CASE WHEN a.attname IS NULL THEN '' ELSE
       format('ALTER TABLE %s ALTER COLUMN %I TYPE bigint; ', d.refobjid::regclass, a.attname) END
       || format('ALTER SEQUENCE %I.%I AS bigint MAXVALUE 9223372036854775807;', q.schemaname, q.sequencename)
   FROM pg_sequences AS q JOIN pg_namespace AS n ON n.nspname = q.schemaname
     JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relname = q.sequencename
     LEFT JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0
       AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
     LEFT JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
   WHERE NOT q.cycle AND q.increment_by > 0 AND q.last_value::float8 / q.max_value >= 0.8`,
];

const FIND = CHECKS.map((check) => `(${check} ORDER BY 3 DESC NULLS LAST, 2 LIMIT ${MAX_EACH})`).join(" UNION ALL ");

/** Returns possible improvements to the tables and indexes of a database. Throws the errors of `withReadSession`. */
export function advise(ctx: Context, { databaseId }: { databaseId: string }): Promise<Advice[]> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const { rows } = await session.query(`SELECT to_json(found)::text FROM (${FIND}) AS found`);
    return rows.map(([text]) => JSON.parse(text ?? ""));
  });
}
