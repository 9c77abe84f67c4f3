import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import type { DatabaseContents } from "./resource";

const FIND = `
SELECT json_build_object(
  'version', split_part(current_setting('server_version'), ' ', 1),
  'sizeBytes', pg_database_size(current_database()),
  'tables', (SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition
      AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'),
  'extensions', (SELECT coalesce(json_agg(extname ORDER BY extname), '[]') FROM pg_extension WHERE extname <> 'plpgsql')
)::text`;

/** Returns the content of a database, in figures. Throws the errors of `withReadSession`. */
export function describeContents(ctx: Context, { databaseId }: { databaseId: string }): Promise<DatabaseContents> {
  return withReadSession(ctx, { databaseId }, async (session) => {
    const { rows } = await session.query(FIND);
    return JSON.parse(rows[0]?.[0] ?? "");
  });
}
