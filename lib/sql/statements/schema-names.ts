import type { Context } from "@/lib/core/context";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { withCustomerSession } from "@/lib/sql/customer-session/with-session";

export interface NamedTable {
  schema: string;
  name: string;
  kind: "table" | "view" | "materialized view" | "foreign table" | "partitioned table";
  /** Types as Postgres writes them, such as `numeric(10,2)`. */
  columns: { name: string; typeName: string }[];
}

const KINDS: Record<string, NamedTable["kind"]> = {
  r: "table",
  v: "view",
  m: "materialized view",
  f: "foreign table",
  p: "partitioned table",
};
const MAX_TABLES = 2_000;
const MAX_COLUMNS = 20_000;

/**
 * What can be named in a database: its schemas, and tables with their columns, in the order of their names; bounded, and
 * without Postgres' own. Throws `missing_permission`, `database_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function describeSchema(
  ctx: Context,
  input: { databaseId: string },
): Promise<{ schemas: string[]; tables: NamedTable[]; isComplete: boolean }> {
  const options = { databaseId: input.databaseId, permission: "data:read", readOnly: true } as const;
  return withCustomerSession(ctx, options, (session) =>
    inCatalog(session, async () => {
      const schemas = await session.query(
        "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1",
      );
      const columns = await session.query(
        `SELECT c.nspname, c.relname, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod)
         FROM (SELECT c.oid, n.nspname, c.relname, c.relkind
               FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
               WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
               ORDER BY n.nspname, c.relname LIMIT ${MAX_TABLES + 1}) AS c
         LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         ORDER BY c.nspname, c.relname, a.attnum LIMIT ${MAX_COLUMNS + 1}`,
      );
      const tables = tablesOf(columns.rows.slice(0, MAX_COLUMNS));
      const isComplete = columns.rows.length <= MAX_COLUMNS && tables.length <= MAX_TABLES;
      return { schemas: schemas.rows.map(([name]) => name ?? ""), tables: tables.slice(0, MAX_TABLES), isComplete };
    }),
  );
}

function tablesOf(rows: readonly (string | null)[][]): NamedTable[] {
  const tables: NamedTable[] = [];
  for (const [schema, name, kind, column, typeName] of rows) {
    let table = tables.at(-1);
    if (table?.schema !== schema || table?.name !== name) {
      table = { schema: schema ?? "", name: name ?? "", kind: KINDS[kind ?? ""] ?? "table", columns: [] };
      tables.push(table);
    }
    if (column !== null && column !== undefined) table?.columns.push({ name: column, typeName: typeName ?? "" });
  }
  return tables;
}
