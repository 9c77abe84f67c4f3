import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import type { TableName } from "@/lib/sql/customer-session/quoting";
import { describeTarget } from "@/lib/sql/data-changes/target";
import { RESTORE_POINT } from "@/lib/sql/grammar/effect";
import { operatorsOf } from "./filters/operators";
import { type Column, type ForeignKey, TABLE_KINDS, type TableShape } from "./resource";

interface FoundTable {
  oid: string;
  kind: keyof typeof TABLE_KINDS;
  estimatedRows: number;
  canWrite: boolean;
  primaryKey: string[] | null;
  columns: FoundColumn[] | null;
  foreignKeys: ForeignKey[] | null;
}

interface FoundColumn extends Omit<Column, "input" | "labels" | "operators"> {
  typeKind: string;
  category: string;
  labels: string[] | null;
}

/** `withReadSession` looks names up in pg_catalog alone; the database's own role has the database's name. */
const FIND = `
SELECT json_build_object(
  'oid', c.oid::text, 'kind', c.relkind, 'estimatedRows', c.reltuples,
  'canWrite', has_table_privilege(current_database(), c.oid, 'INSERT') AND has_table_privilege(current_database(), c.oid, 'UPDATE') AND has_table_privilege(current_database(), c.oid, 'DELETE'),
  'primaryKey', (SELECT json_agg(a.attname ORDER BY k.place) FROM pg_index AS i, unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_attribute AS a ON a.attnum = k.attnum WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND k.place <= i.indnkeyatts),
  'columns', (SELECT json_agg(json_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'baseType', format_type(b.oid, -1),
      'typeKind', b.typtype, 'category', b.typcategory,
      'labels', (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum AS e WHERE e.enumtypid = b.oid),
      'elementType', (SELECT CASE WHEN e.typtype = 'e' OR (e.typnamespace = 'pg_catalog'::regnamespace
          AND EXISTS (SELECT FROM pg_opclass AS o WHERE o.opcintype = e.oid AND o.opcdefault AND o.opcmethod = (SELECT oid FROM pg_am WHERE amname = 'btree')))
        THEN format_type(e.oid, -1) ELSE 'pg_catalog.text' END FROM pg_type AS e WHERE e.oid = b.typelem AND b.typcategory = 'A'),
      'isOrdered', b.typtype = 'e' OR (b.typnamespace = 'pg_catalog'::regnamespace AND (b.typcategory = 'S'
        OR EXISTS (SELECT FROM pg_opclass AS o WHERE o.opcintype = b.oid AND o.opcdefault AND o.opcmethod = (SELECT oid FROM pg_am WHERE amname = 'btree')))),
      'isNullable', NOT (a.attnotnull OR t.typnotnull), 'default', coalesce(pg_get_expr(d.adbin, d.adrelid),
        CASE a.attidentity WHEN 'd' THEN 'the next number' END, t.typdefault),
      'isGenerated', a.attgenerated <> '' OR a.attidentity = 'a'
    ) ORDER BY a.attnum)
    FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid JOIN pg_type AS b ON b.oid = pg_basetype(a.atttypid::regtype)
    LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
  'foreignKeys', (SELECT json_agg(json_build_object('name', f.conname,
      'columns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(f.conkey) WITH ORDINALITY AS k (attnum, place) JOIN pg_attribute AS a ON a.attrelid = f.conrelid AND a.attnum = k.attnum),
      'target', json_build_object('schema', n.nspname, 'name', r.relname),
      'targetColumns', (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(f.confkey) WITH ORDINALITY AS k (attnum, place) JOIN pg_attribute AS a ON a.attrelid = f.confrelid AND a.attnum = k.attnum)
    ) ORDER BY f.conname)
    FROM pg_constraint AS f JOIN pg_class AS r ON r.oid = f.confrelid JOIN pg_namespace AS n ON n.oid = r.relnamespace
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conparentid = 0)
)::text
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT')`;

/** Returns the columns and keys of a table, and whether its rows can be changed. Throws `not_found`. */
export async function readTableShape(session: CustomerSession, table: TableName): Promise<TableShape> {
  const { rows } = await session.query(FIND, [table.schema, table.name]);
  const text = rows[0]?.[0];
  if (!text) throw new ServiceError("not_found", `The table ${table.schema}.${table.name} doesn't exist.`);
  const found: FoundTable = JSON.parse(text);
  const primaryKey = found.primaryKey ?? [];
  const kind = TABLE_KINDS[found.kind];
  return {
    ...table,
    kind,
    columns: (found.columns ?? []).map(toColumn),
    primaryKey,
    foreignKeys: found.foreignKeys ?? [],
    estimatedRows: found.estimatedRows < 0 ? null : found.estimatedRows,
    ...(await editableBy(session, found, primaryKey)),
  };
}

function toColumn({ typeKind, category, labels, ...column }: FoundColumn): Column {
  const input = inputOf(column.baseType, typeKind, category);
  return { ...column, labels: labels ?? [], input, operators: operatorsOf({ ...column, input }) };
}

function inputOf(baseType: string, typeKind: string, category: string): Column["input"] {
  if (typeKind === "e") return "enum";
  if (category === "B") return "boolean";
  if (baseType === "json" || baseType === "jsonb") return "json";
  if (baseType === "date") return "date";
  if (baseType.startsWith("timestamp")) return "timestamp";
  return category === "N" && baseType !== "money" && !baseType.startsWith("reg") ? "number" : "text";
}

async function editableBy(
  session: CustomerSession,
  { oid, kind, canWrite }: FoundTable,
  primaryKey: readonly string[],
): Promise<Pick<TableShape, "readOnlyReason" | "restorePointReason">> {
  const readOnly = (readOnlyReason: string) => ({ readOnlyReason, restorePointReason: null });
  if (kind !== "r" && kind !== "p") return readOnly(`A ${TABLE_KINDS[kind]} is read-only here.`);
  if (primaryKey.length === 0) {
    return readOnly("This table has no primary key, so rows can't be edited here.");
  }
  if (!canWrite) return readOnly("The database's role isn't allowed to change this table.");
  const target = await describeTarget(session, oid);
  const unfit = target?.unfit ?? null;
  if (target?.kind === "other") return readOnly(`The table is read-only here. ${unfit}`);
  const means = RESTORE_POINT.replace(/^This/, "A change to it");
  const restorePointReason = unfit && `${unfit.replace(/^It /, "This table ")} ${means}`;
  return { readOnlyReason: null, restorePointReason };
}
