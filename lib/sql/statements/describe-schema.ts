import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { IS_SERVICE_SCHEMA } from "@/lib/sql/tables/service-schema";
import { TABLE_KINDS, type TableKind } from "../tables/resource";
import type { DescribedSchema, DescribedTable } from "./resource";

const KINDS: Record<string, TableKind> = TABLE_KINDS;
const KEYS: Record<string, "primary" | "foreign"> = { p: "primary", f: "foreign" };

/** Names beyond these numbers are not completed. */
const MAX_COLUMNS = 20_000;
const MAX_FUNCTIONS = 5_000;
const MAX_PARTITIONS = 5_000;

const OWN = "n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'";

const FIND_COLUMNS = `
SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
  c.relkind, (SELECT max(k.contype::text) FROM pg_constraint AS k
    WHERE k.conrelid = c.oid AND k.contype IN ('p', 'f') AND a.attnum = ANY (k.conkey))
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
  AND ${OWN} AND has_table_privilege(c.oid, 'SELECT')
ORDER BY ${IS_SERVICE_SCHEMA}, n.nspname <> 'public', n.nspname, c.relname, a.attnum LIMIT ${MAX_COLUMNS}`;

const FIND_PARTITIONS = `
SELECT n.nspname, c.relname, pn.nspname, p.relname
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace, pg_partition_tree(c.oid) AS t
JOIN pg_class AS p ON p.oid = t.relid JOIN pg_namespace AS pn ON pn.oid = p.relnamespace
WHERE c.relkind = 'p' AND NOT c.relispartition AND t.level > 0 AND ${OWN} AND has_table_privilege(p.oid, 'SELECT')
ORDER BY 1, 2, 3, 4 LIMIT ${MAX_PARTITIONS}`;

/** Functions and types; an array and the row of a table are no types of their own. */
const FIND_OTHERS = `
SELECT * FROM (
  SELECT DISTINCT n.nspname, 'function', p.proname FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
  WHERE ${OWN} AND has_function_privilege(p.oid, 'EXECUTE')
  UNION ALL
  SELECT n.nspname, 'type', t.typname FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
  LEFT JOIN pg_class AS c ON c.oid = t.typrelid
  WHERE ${OWN} AND t.typtype IN ('d', 'e', 'r', 'c') AND coalesce(c.relkind, 'c') = 'c'
) AS o (schema_name, kind, name)
ORDER BY schema_name <> 'public', schema_name, kind, name LIMIT ${MAX_FUNCTIONS}`;

/** Returns the objects of its owners that the database's role may use, for completion: tables, functions and types. */
export function describeSchema(
  ctx: Context,
  { databaseId }: { databaseId: string },
): Promise<{ schemas: DescribedSchema[] }> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const columns = await session.query(FIND_COLUMNS);
    const partitions = await session.query(FIND_PARTITIONS);
    const others = await session.query(FIND_OTHERS);
    const schemas = new Map<string, DescribedSchema>();
    const schemaNamed = (name = "") => {
      const schema = schemas.get(name) ?? { name, tables: [], functions: [], types: [] };
      schemas.set(name, schema);
      return schema;
    };
    for (const [schemaName, tableName, name, typeName, kind, key] of columns.rows) {
      const { tables } = schemaNamed(schemaName ?? "");
      const table = lastNamed(tables, tableName ?? "", KINDS[kind ?? ""] ?? "table");
      table.columns.push({ name: name ?? "", typeName: typeName ?? "", key: KEYS[key ?? ""] ?? null });
    }
    for (const [schemaName, tableName, schema, name] of partitions.rows) {
      const parent = schemaNamed(schemaName ?? "").tables.find((table) => table.name === tableName);
      if (parent) parent.partitions = [...(parent.partitions ?? []), { schema: schema ?? "", name: name ?? "" }];
    }
    for (const [schemaName, kind, name] of others.rows) {
      const { functions, types } = schemaNamed(schemaName ?? "");
      (kind === "function" ? functions : types).push(name ?? "");
    }
    return { schemas: [...schemas.values()] };
  });
}

/** Returns the last table when it has the name, and appends a new one otherwise: rows come sorted by name. */
function lastNamed(tables: DescribedTable[], name: string, kind: TableKind): DescribedTable {
  const last = tables.at(-1);
  if (last?.name === name) return last;
  const made = { name, kind, columns: [] };
  tables.push(made);
  return made;
}
