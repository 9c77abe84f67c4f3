import { escapeIdentifier } from "pg";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { RowsNotKeptError } from "./rows-not-kept";

export interface TargetColumn {
  name: string;
  /** Tells the column from another one that later takes its name. */
  attnum: number;
  /** The name and schema of the column's type, found under any search path. */
  typeSchema: string;
  typeName: string;
  typeOid: string;
  /** Set for types such as `regclass`, whose text depends on the search path: the type in which values are kept. */
  keptAs: "oid" | "oid[]" | null;
  /** Of the enums and composite types within: the meaning of each label, and of the attributes of each type. */
  meanings: Record<string, string>;
  /** `a` for GENERATED ALWAYS AS IDENTITY, `d` for BY DEFAULT, empty otherwise. */
  identity: "" | "a" | "d";
}

/** A table whose changed rows are kept, as the catalog describes it now. */
export interface Target {
  oid: string;
  schema: string;
  name: string;
  kind: "table" | "partitioned table" | "other";
  isTemporary: boolean;
  /** Whether the table has rules, by which a change may become another one, or none. */
  hasRules: boolean;
  timeZone: string;
  /** Why changes of its rows cannot be kept by the rows alone; `null` when they can. */
  unfit: string | null;
  /** The columns that are not generated: generated ones follow from them. */
  columns: TargetColumn[];
  /** The columns in the order of the row type; `null` for a generated one. */
  rowType: (string | null)[];
  /** The columns that tell rows apart, with the operator of their index; `null` without any. */
  key: { name: string; operator: string }[] | null;
}

const NOT_PINNED = "The session changed how values are formatted.";
const KINDS: Record<string, string> = {
  v: "It is a view.",
  m: "It is a materialized view.",
  f: "It is a foreign table.",
};
/** A restore point does not hold these rows either. */
const FOREIGN_PARTITION = "A partition of it is a foreign table.";
/** Old and new values are columns of one result, of which Postgres allows 1,664. */
const MAX_COLUMNS = 750;

/** Whether the settings are those under which Postgres reads its own output. */
const IS_PINNED = `
  current_setting('DateStyle') LIKE 'ISO,%' AND current_setting('IntervalStyle') = 'postgres'
    AND current_setting('extra_float_digits')::int4 >= 1 AND current_setting('bytea_output') = 'hex'
    AND current_setting('lc_monetary') = 'C' AND current_setting('array_nulls') = 'on'
    AND current_setting('xmloption') = 'content' AND current_setting('client_encoding') = 'UTF8'`;

/** The types within those of the columns: 0 for the column's own, 1 for the elements of an array, 2 for any deeper. */
const PARTS = `
part (attnum, type, depth) AS (
  SELECT attnum, atttypid, 0 FROM pg_attribute WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped
  UNION
  SELECT p.attnum, inner_type.* FROM part AS p JOIN pg_type AS t ON t.oid = p.type CROSS JOIN LATERAL (
    SELECT t.typbasetype, p.depth WHERE t.typtype = 'd'
    UNION ALL SELECT t.typelem, least(p.depth + 1, 2) WHERE t.typcategory = 'A' AND t.typelem <> 0
    UNION ALL SELECT atttypid, 2 FROM pg_attribute
      WHERE t.typtype = 'c' AND attrelid = t.typrelid AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT rngsubtype, 2 FROM pg_range WHERE rngtypid = t.oid
    UNION ALL SELECT rngtypid, 2 FROM pg_range WHERE rngmultitypid = t.oid) AS inner_type)`;

/** The depth at which a column holds one of the types that name objects, `regclass` and its like. */
const NAMING_DEPTH = `
(SELECT max(p.depth) FROM part AS p JOIN pg_type AS named ON named.oid = p.type
 WHERE p.attnum = a.attnum AND named.typnamespace = 'pg_catalog'::regnamespace AND named.typname LIKE 'reg%')`;

/** The meanings of texts of enums and composite types: a label may be another value later, and so an attribute. */
const MEANINGS = `
(SELECT json_object_agg(name, meaning) FROM (
  SELECT e.enumtypid || ' ' || e.enumlabel, e.oid::text
  FROM part AS p JOIN pg_enum AS e ON e.enumtypid = p.type WHERE p.attnum = a.attnum
  UNION
  SELECT t.oid::text, (SELECT string_agg(of_type.attnum || ' ' || of_type.atttypid, ',' ORDER BY of_type.attnum)
    FROM pg_attribute AS of_type WHERE attrelid = t.typrelid AND of_type.attnum > 0 AND NOT attisdropped)
  FROM part AS p JOIN pg_type AS t ON t.oid = p.type WHERE p.attnum = a.attnum AND t.typtype = 'c') AS m(name, meaning))`;

const DESCRIBE = `
WITH RECURSIVE ${PARTS}
SELECT c.oid, n.nspname, c.relname, c.relkind, c.relpersistence,
  c.relkind <> 'p' AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid),
  EXISTS (SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'
    AND (tgrelid = c.oid OR tgrelid IN (SELECT relid FROM pg_partition_tree(c.oid) WHERE c.relkind = 'p'))),
  EXISTS (SELECT FROM pg_rewrite WHERE ev_class = c.oid AND ev_enabled <> 'D'),
  c.relrowsecurity AND c.relforcerowsecurity,
  ${IS_PINNED},
  (SELECT json_agg(json_build_array(a.attname, tn.nspname, t.typname, a.attidentity, a.attgenerated,
     a.attnum, t.oid::text, ${NAMING_DEPTH}, ${MEANINGS}) ORDER BY a.attnum)
   FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_namespace tn ON tn.oid = t.typnamespace
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
  (SELECT json_agg(json_build_array(a.attname, opn.nspname, op.oprname) ORDER BY k.position)
   FROM (SELECT i.* FROM pg_index i JOIN pg_class ic ON ic.oid = i.indexrelid JOIN pg_am ON pg_am.oid = ic.relam
         WHERE i.indrelid = c.oid AND i.indisunique AND i.indimmediate AND i.indisvalid AND i.indpred IS NULL
           AND i.indexprs IS NULL AND pg_am.amname = 'btree'
           AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND NOT attnotnull
                           AND attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]))
         ORDER BY i.indisprimary DESC, i.indexrelid LIMIT 1) i
   CROSS JOIN generate_series(0, i.indnkeyatts - 1) AS k(position)
   JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[k.position]
   JOIN pg_opclass oc ON oc.oid = i.indclass[k.position]
   JOIN pg_amop ao ON ao.amopfamily = oc.opcfamily AND ao.amopstrategy = 3
     AND ao.amoplefttype = oc.opcintype AND ao.amoprighttype = oc.opcintype
   JOIN pg_operator op ON op.oid = ao.amopopr
   JOIN pg_namespace opn ON opn.oid = op.oprnamespace),
  current_setting('TimeZone'),
  EXISTS (SELECT FROM pg_partition_tree(c.oid) AS tree JOIN pg_class AS part ON part.oid = tree.relid
          WHERE c.relkind = 'p' AND part.relkind = 'f')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.oid = $1::oid`;

type Attribute = [
  ...[name: string, typeSchema: string, typeName: string, identity: "" | "a" | "d", generated: string],
  ...[attnum: number, typeOid: string, namingDepth: number | null, meanings: Record<string, string> | null],
];

function toColumn([name, typeSchema, typeName, identity, , attnum, typeOid, depth, meanings]: Attribute): TargetColumn {
  const keptAs = depth === null ? null : depth === 0 ? "oid" : "oid[]";
  return { name, attnum, typeSchema, typeName, typeOid, keptAs, meanings: meanings ?? {}, identity };
}

/** Returns a column of a row as an expression whose text no setting of the session changes. */
export function keptValue(row: string, { name, keptAs }: Pick<TargetColumn, "name" | "keptAs">): string {
  const value = `${row}.${escapeIdentifier(name)}`;
  return keptAs === null ? value : `${value}::pg_catalog.${keptAs}`;
}

/**
 * Throws `RowsNotKeptError` unless rows were written under the settings by which they are read again: a function that
 * the statement called may have changed them. It must run within `inCatalog`.
 */
export async function requirePinned(session: CustomerSession, { timeZone }: Pick<Target, "timeZone">): Promise<void> {
  const { rows } = await session.query(`SELECT ${IS_PINNED} AND current_setting('TimeZone') = $1`, [timeZone]);
  if (rows[0]?.[0] !== "t") throw new RowsNotKeptError(NOT_PINNED);
}

export async function findRelation(
  session: CustomerSession,
  quotedName: string,
): Promise<{ oid: string; relkind: string } | null> {
  const { rows } = await session.query(
    `SELECT c.oid, c.relkind FROM pg_catalog.pg_class AS c
     WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass($1)::pg_catalog.oid`,
    [quotedName],
  );
  const [oid, relkind] = rows[0] ?? [];
  return oid && relkind ? { oid, relkind } : null;
}

/** Describes a table. It must run within `inCatalog`. */
export async function describeTarget(session: CustomerSession, oid: string): Promise<Target | null> {
  const { rows } = await session.query(DESCRIBE, [oid]);
  const row = rows[0];
  if (!row) return null;
  const [foundOid, schema, name, kind, persistence, hasChildren, hasTriggers, hasRules, isFiltered, isPinned] = row;
  const attributes = JSON.parse(row[10] ?? "[]") as Attribute[];
  const key = JSON.parse(row[11] ?? "null") as [string, string, string][] | null;
  const kept = attributes.filter(([, , , , generated]) => generated === "");
  const columns = kept.map(toColumn);
  const reasons: [boolean, string][] = [
    [kind !== "r" && kind !== "p", KINDS[kind ?? ""] ?? "It is not a table."],
    [row[13] === "t", FOREIGN_PARTITION],
    [hasChildren === "t", "Other tables inherit from it."],
    [hasTriggers === "t", "It has triggers."],
    [hasRules === "t", "It has rules."],
    [isFiltered === "t", "Row-level security is forced on it."],
    [isPinned !== "t", NOT_PINNED],
    [kept.some((attribute) => (attribute[7] ?? 0) > 1), "It has values that refer to database objects within others."],
    [columns.length === 0 || columns.length > MAX_COLUMNS, "It has no columns, or too many."],
  ];
  return {
    oid: foundOid ?? oid,
    schema: schema ?? "",
    name: name ?? "",
    kind: row[13] === "t" ? "other" : kind === "r" ? "table" : kind === "p" ? "partitioned table" : "other",
    hasRules: hasRules === "t",
    isTemporary: persistence === "t",
    timeZone: row[12] ?? "UTC",
    unfit: reasons.find(([isSo]) => isSo)?.[1] ?? null,
    columns,
    rowType: attributes.map(([column, , , , generated]) => (generated === "" ? column : null)),
    key:
      key?.map(([column, operatorSchema, operator]) => ({
        name: column,
        operator: `OPERATOR(${escapeIdentifier(operatorSchema)}.${operator})`,
      })) ?? null,
  };
}
