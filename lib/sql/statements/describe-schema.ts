import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import type { DescribedSchema } from "./resource";

/** Columns beyond this number are not completed. */
const MAX_COLUMNS = 20_000;

const FIND = `
SELECT n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND has_table_privilege(c.oid, 'SELECT')
ORDER BY n.nspname <> 'public', n.nspname, c.relname, a.attnum LIMIT ${MAX_COLUMNS}`;

/** Returns the tables and views that the database's role may read, with their columns, for completion. */
export function describeSchema(
  ctx: Context,
  { databaseId }: { databaseId: string },
): Promise<{ schemas: DescribedSchema[] }> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const { rows } = await session.query(FIND);
    const schemas: DescribedSchema[] = [];
    for (const [schemaName, tableName, name, typeName] of rows) {
      const schema = lastNamed(schemas, schemaName ?? "", (found) => ({ name: found, tables: [] }));
      const table = lastNamed(schema.tables, tableName ?? "", (found) => ({ name: found, columns: [] }));
      table.columns.push({ name: name ?? "", typeName: typeName ?? "" });
    }
    return { schemas };
  });
}

/** Returns the last item when it has the name, and appends a new one otherwise: rows come sorted by name. */
function lastNamed<Item extends { name: string }>(items: Item[], name: string, make: (name: string) => Item): Item {
  const last = items.at(-1);
  if (last?.name === name) return last;
  const made = make(name);
  items.push(made);
  return made;
}
