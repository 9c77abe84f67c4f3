import { escapeLiteral } from "pg";
import { z } from "zod";
import { endUserRoleOf } from "@/lib/core/ids";
import type { CustomerSession, StatementResult } from "@/lib/core/ports/customer-session";
import { ensureOutbox, readOutboxVersion } from "./open";
import { SHAPE } from "./shape";
import { USER_ID_BODY } from "./statements";
import { PUBLISHED, treeFactsOf } from "./tree";

const Column = z.object({
  name: z.string(),
  /** The type without its length, that of a domain being the one it is made of. */
  type: z.string(),
  /** The labels of an enum, in their order; `null` for any other type. */
  labels: z.array(z.string()).nullable(),
  /** Whether users of the app may read it. */
  isReadable: z.boolean(),
  isKey: z.boolean(),
  /** Whether two values are equal exactly when their texts are. */
  isPlainText: z.boolean(),
  /** Whether its collation, if it has one, takes texts as equal only if they are the same. */
  isDeterministic: z.boolean(),
  /** Whether it is generated when it is read, so that recorded rows don't have its value. */
  isVirtual: z.boolean(),
});
export type Column = z.infer<typeof Column>;

const Policy = z.object({ isPermissive: z.boolean(), expression: z.string().nullable() });
export type Policy = z.infer<typeof Policy>;

const PublishedTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** As in the database; a customer may have written anything. */
  audience: z.string(),
  /** Whether each table of its tree has its triggers, switched on, and nothing else changes its rows. */
  isRecorded: z.boolean(),
  /** Whether its tree is as it was when that was seen to. */
  isFollowed: z.boolean(),
  /** Whether no migration has written rows past its triggers since that was told. */
  isKept: z.boolean(),
  hasRowSecurity: z.boolean(),
  columns: z.array(Column),
  /** The policies for reading that hold for users of the app. */
  policies: z.array(Policy),
  /** The columns that these name and that recorded rows don't have. */
  unjudgeable: z.array(z.string()),
  /** Rows that were recorded with another one don't have the meaning of the present columns. */
  shape: z.string(),
  /** Whether `coppice.user_id()` is as the service made it. */
  hasOwnUserId: z.boolean(),
});
export type PublishedTable = z.infer<typeof PublishedTable>;

/** Whether a policy is for reading and holds for users of the app, whose role, `role`, may be still to be made. */
export const READING = `polcmd IN ('r', '*') AND EXISTS (
  SELECT FROM unnest(polroles) AS named
  WHERE named = 0 OR named = to_regrole('app_users') OR pg_has_role(role.oid, named, 'USAGE'))`;

/**
 * Returns SQL for the virtual columns that policies name, as JSON. PostgreSQL knows by its dependencies which columns
 * these are; a reference to the whole row, which is none of a column, has the number 0.
 */
export const unjudgeableOf = (relation: string) => `(
  SELECT coalesce(jsonb_agg(attname ORDER BY attnum), '[]') FROM pg_attribute AS named
  WHERE attrelid = ${relation} AND attgenerated = 'v' AND NOT attisdropped AND EXISTS (
    SELECT FROM pg_policy WHERE polrelid = ${relation} AND ${READING}
      AND (polqual::text LIKE '%:varattno 0 %' OR EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_policy'::regclass AND objid = pg_policy.oid
          AND refclassid = 'pg_class'::regclass AND refobjid = ${relation} AND refobjsubid = named.attnum))))`;

const BASE_TYPE = "CASE WHEN typtype = 'd' THEN typbasetype ELSE pg_type.oid END";

const TABLES = `
  SELECT jsonb_build_object('schema', nspname, 'name', relname, 'audience', audience,
    'isRecorded', is_closed AND is_local AND has_triggers, 'isFollowed', published.links = tree.links,
    'isKept', published.kept = tree.kept, 'hasRowSecurity', relrowsecurity,
    'columns', (
      SELECT jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(${BASE_TYPE}, NULL),
        'labels', (SELECT jsonb_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = ${BASE_TYPE}),
        'isReadable', role.oid IS NOT NULL AND has_schema_privilege(role.oid, relnamespace, 'USAGE')
          AND has_column_privilege(role.oid, c.oid, attnum, 'SELECT'),
        'isKey', attnum = ANY (coalesce(indkey::int2[], '{}')),
        'isPlainText', atttypid IN ('text'::regtype, 'varchar'::regtype) AND attgenerated <> 'v'
          AND coalesce(collisdeterministic, true),
        'isDeterministic', coalesce(collisdeterministic, true),
        'isVirtual', attgenerated = 'v'
      ) ORDER BY attnum)
      FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
        LEFT JOIN pg_index ON indrelid = c.oid AND indisprimary
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped),
    'policies', coalesce((
      SELECT jsonb_agg(jsonb_build_object('isPermissive', polpermissive, 'expression', pg_get_expr(polqual, polrelid))
        ORDER BY polname)
      FROM pg_policy WHERE polrelid = c.oid AND ${READING}), '[]'),
    'unjudgeable', ${unjudgeableOf("c.oid")}, 'shape', ${SHAPE}::text,
    'hasOwnUserId', coalesce((SELECT prosrc = $2 FROM pg_proc WHERE oid = to_regprocedure('coppice.user_id()')), false)
  )::text
  FROM coppice_realtime.published JOIN pg_class AS c ON c.oid = relation JOIN pg_namespace AS n ON n.oid = relnamespace
    LEFT JOIN pg_roles AS role ON rolname = $1 JOIN ${treeFactsOf(PUBLISHED)} AS tree ON root = relation
  ORDER BY nspname, relname LIMIT 1000`;

/**
 * Returns the published tables of a database, none where it has no outbox; one of an earlier version is brought up to
 * this one, in the caller's transaction. A customer's own writing there may be wrong.
 */
export async function readPublishedTables(session: CustomerSession, databaseId: string): Promise<PublishedTable[]> {
  if ((await readOutboxVersion(session)) === null) return [];
  await ensureOutbox(session);
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
