import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import type { BuiltIns } from "./resource";

const FIND_KEYWORDS = "SELECT word FROM pg_get_keywords() ORDER BY word";

const FIND_TYPES = `
SELECT typname FROM pg_type
WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r', 'm') AND typcategory NOT IN ('A', 'Z')
  AND typelem = 0 AND typname !~ '^pg_' ORDER BY typname`;

/** Without the functions that only Postgres itself calls: those behind operators, types and indexes. */
const FIND_FUNCTIONS = `
SELECT DISTINCT proname FROM pg_proc AS p
WHERE pronamespace = 'pg_catalog'::regnamespace
  AND NOT prorettype::oid || proargtypes::oid[] && '{internal,cstring,trigger}'::regtype[]::oid[]
  AND coalesce(obj_description(oid, 'pg_proc'), '') !~ '^(implementation of .* operator|I/O|less-equal-greater|hash|larger of two|smaller of two|aggregate (transition|final|combine|serial|deserial|inverse)|window RANGE|join selectivity|restriction selectivity|convert )'
ORDER BY proname`;

const FIND_COLUMNS = `
SELECT n.nspname, c.relname, array_to_string(array_agg(a.attname ORDER BY a.attnum), ',')
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid
WHERE n.nspname IN ('pg_catalog', 'information_schema') AND c.relkind IN ('r', 'v') AND NOT a.attisdropped
  AND (a.attnum > 0 OR a.attname = 'oid') AND has_table_privilege(c.oid, 'SELECT')
GROUP BY n.nspname, c.relname ORDER BY n.nspname DESC, c.relname`;

/** Returns the names that every database of this version of Postgres has, for completion. */
export function describeBuiltIns(ctx: Context, { databaseId }: { databaseId: string }): Promise<BuiltIns> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const find = async (query: string) => (await session.query(query)).rows.map(([name]) => name ?? "");
    const relations = await session.query(FIND_COLUMNS);
    return {
      keywords: await find(FIND_KEYWORDS),
      types: await find(FIND_TYPES),
      functions: await find(FIND_FUNCTIONS),
      relations: relations.rows.map(([schema, name, columns]) => ({
        schema: schema ?? "",
        name: name ?? "",
        columns: (columns ?? "").split(","),
      })),
    };
  });
}
