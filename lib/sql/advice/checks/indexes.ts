import { byteText } from "@/lib/core/byte-text";
import { bySql, type Check, columns, NAME, notOfExtension, OWN, TABLES } from "./check";

/** Smaller indexes cost next to nothing. */
const NOTABLE_INDEX_BYTES = 1024 ** 2;

/** An index serves a foreign key when its first columns are those of the key, in any order. Included ones don't count. */
const SERVES = `cardinality(f.conkey) <= i.indnkeyatts AND (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey`;

const INDEXES = `pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN ${TABLES} ON c.oid = i.indrelid`;
/** An index is in the schema of its table. */
const INDEX = "format('%I.%I', n.nspname, x.relname)";
const DROP = `format('DROP INDEX %s;', ${INDEX})`;

const isOfConstraint = (index: string) =>
  `EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = ${index} AND k.contype IN ('p', 'u', 'x'))`;
/** Foreign keys of other tables may need a unique index that belongs to no constraint. */
const IS_NEEDED = "EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = i.indexrelid)";
const isSameText = (column: "indexprs" | "indpred") =>
  `pg_get_expr(o.${column}, o.indrelid) IS NOT DISTINCT FROM pg_get_expr(i.${column}, i.indrelid)`;

/** Another index of the table that does all that the index does; of two that are equal, the older. */
const OTHER = `
  SELECT format('%I.%I', n.nspname, ox.relname) AS name
  FROM pg_index AS o JOIN pg_class AS ox ON ox.oid = o.indexrelid
  WHERE o.indrelid = i.indrelid AND o.indexrelid <> i.indexrelid AND ox.relam = x.relam AND o.indisvalid
    AND o.indnkeyatts = i.indnkeyatts AND o.indkey::text = i.indkey::text AND o.indclass::text = i.indclass::text
    AND o.indcollation::text = i.indcollation::text AND o.indoption::text = i.indoption::text
    AND ${isSameText("indexprs")} AND ${isSameText("indpred")}
    AND CASE WHEN i.indisunique
      THEN o.indisunique AND o.indimmediate AND o.indnullsnotdistinct = i.indnullsnotdistinct
        AND (${isOfConstraint("o.indexrelid")} OR o.indexrelid < i.indexrelid)
      ELSE o.indisunique OR ${isOfConstraint("o.indexrelid")} OR o.indexrelid < i.indexrelid END
  ORDER BY o.indisunique DESC, o.indexrelid LIMIT 1`;

export const INDEX_CHECKS: readonly Check[] = [
  bySql(
    "invalid-index",
    `SELECT ${columns({ object: INDEX, sql: `format('REINDEX INDEX %s;', ${INDEX})` })}
     FROM ${INDEXES} WHERE x.relkind = 'i' AND NOT i.indisvalid`,
  ),
  bySql(
    "foreign-key-without-an-index",
    `SELECT ${columns({
      object: `format('%s (%s)', ${NAME}, k.columns)`,
      sql: `format('CREATE INDEX ON %s (%s);', ${NAME}, k.columns)`,
    })}
     FROM pg_constraint AS f JOIN ${TABLES} ON c.oid = f.conrelid,
       LATERAL (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY o.place) AS columns
         FROM unnest(f.conkey) WITH ORDINALITY AS o(number, place)
         JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = o.number) AS k
     WHERE f.contype = 'f' AND f.conparentid = 0 AND NOT EXISTS (
       SELECT FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_am AS m ON m.oid = x.relam
       WHERE i.indrelid = f.conrelid AND i.indisvalid AND i.indpred IS NULL AND m.amname IN ('btree', 'hash') AND ${SERVES})`,
  ),
  bySql(
    "duplicate-index",
    `SELECT ${columns({ object: INDEX, detail: "'the same as ' || other.name", sql: DROP })}
     FROM ${INDEXES}, LATERAL (${OTHER}) AS other
     WHERE x.relkind = 'i' AND NOT x.relispartition AND i.indisvalid AND NOT i.indisreplident AND NOT ${IS_NEEDED}`,
  ),
  bySql(
    "unused-index",
    `SELECT ${columns({ object: INDEX, figure: "pg_relation_size(x.oid)::float8", sql: DROP })}
     FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_class AS c ON c.oid = i.indrelid
       JOIN pg_namespace AS n ON n.oid = x.relnamespace
     WHERE x.relkind = 'i' AND NOT i.indisunique AND NOT x.relispartition AND ${OWN}
       AND ${notOfExtension("pg_class", "c.oid")} AND NOT ${IS_NEEDED}
       AND NOT EXISTS (SELECT FROM pg_constraint AS f WHERE f.contype = 'f' AND f.conrelid = i.indrelid AND ${SERVES})
       AND pg_stat_get_numscans(x.oid) = 0
       AND CASE WHEN x.relpages >= 0 THEN pg_relation_size(x.oid) END >= ${NOTABLE_INDEX_BYTES}`,
    { detailOf: byteText },
  ),
];
