import { escapeLiteral } from "pg";
import { z } from "zod";
import { endUserRoleOf } from "@/lib/core/ids";
import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { recordingTriggersOf, USER_ID_BODY } from "./statements";

const Column = z.object({
  name: z.string(),
  /** The type without its length, that of a domain being the one it is made of. */
  type: z.string(),
  /** Whether users of the app may read it. */
  isReadable: z.boolean(),
  isKey: z.boolean(),
  /** Whether two values are equal exactly when their texts are. */
  isPlainText: z.boolean(),
});
export type Column = z.infer<typeof Column>;

const Policy = z.object({ isPermissive: z.boolean(), expression: z.string().nullable() });
export type Policy = z.infer<typeof Policy>;

const PublishedTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** As in the database; a customer may have written anything. */
  audience: z.string(),
  /** Whether its triggers are there and switched on. */
  isRecorded: z.boolean(),
  hasRowSecurity: z.boolean(),
  columns: z.array(Column),
  /** The policies for reading that hold for users of the app. */
  policies: z.array(Policy),
  /** Whether `coppice.user_id()` is as the service made it. */
  hasOwnUserId: z.boolean(),
});
export type PublishedTable = z.infer<typeof PublishedTable>;

const BASE_TYPE = "CASE WHEN typtype = 'd' THEN typbasetype ELSE pg_type.oid END";

const TABLES = `
  SELECT jsonb_build_object('schema', nspname, 'name', relname, 'audience', audience,
    'isRecorded', ${recordingTriggersOf("c.oid")} = 4, 'hasRowSecurity', relrowsecurity,
    'columns', (
      SELECT jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(${BASE_TYPE}, NULL),
        'isReadable', role.oid IS NOT NULL AND has_schema_privilege(role.oid, relnamespace, 'USAGE')
          AND has_column_privilege(role.oid, c.oid, attnum, 'SELECT'),
        'isKey', attnum = ANY (coalesce(indkey::int2[], '{}')),
        'isPlainText', atttypid IN ('text'::regtype, 'varchar'::regtype) AND coalesce(collisdeterministic, true)
      ) ORDER BY attnum)
      FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
        LEFT JOIN pg_index ON indrelid = c.oid AND indisprimary
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
    'policies', coalesce((
      SELECT jsonb_agg(jsonb_build_object('isPermissive', polpermissive, 'expression', pg_get_expr(polqual, polrelid))
        ORDER BY polname)
      FROM pg_policy WHERE polrelid = c.oid AND polcmd IN ('r', '*') AND EXISTS (
        SELECT FROM unnest(polroles) AS named WHERE named = 0 OR pg_has_role(role.oid, named, 'USAGE'))), '[]'),
    'hasOwnUserId', coalesce((SELECT prosrc = $2 FROM pg_proc WHERE oid = to_regprocedure('coppice.user_id()')), false)
  )::text
  FROM coppice_realtime.published JOIN pg_class AS c ON c.oid = relation JOIN pg_namespace AS n ON n.oid = relnamespace
    LEFT JOIN pg_roles AS role ON rolname = $1
  ORDER BY nspname, relname LIMIT 1000`;

/** Returns the published tables of a database that has an outbox. What a customer wrote there may be wrong. */
export async function readPublishedTables(session: CustomerSession, databaseId: string): Promise<PublishedTable[]> {
  return tablesOf(await session.query(TABLES, [endUserRoleOf(databaseId), USER_ID_BODY]));
}

/** Prepares a session that reads the tables again and again: parsing and planning take longer than reading them. */
export async function prepareTables(session: CustomerSession): Promise<void> {
  await session.query(`PREPARE coppice_tables (name, text) AS ${TABLES}`);
}

/** Returns the published tables, in a prepared session. */
export async function readPreparedTables(session: CustomerSession, databaseId: string): Promise<PublishedTable[]> {
  const values = [endUserRoleOf(databaseId), USER_ID_BODY].map(escapeLiteral);
  return tablesOf(await session.query(`EXECUTE coppice_tables (${values.join(", ")})`));
}

function tablesOf({ rows }: Pick<StatementResult, "rows">): PublishedTable[] {
  return rows.flatMap(([text]) => {
    const table = PublishedTable.safeParse(JSON.parse(text ?? "null"));
    return table.success ? [table.data] : [];
  });
}

/** Returns the name by which a table is published and subscribed to, such as `public.todos`. */
export function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`;
}
