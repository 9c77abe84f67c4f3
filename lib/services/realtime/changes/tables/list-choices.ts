import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { endUserRoleOf } from "@/lib/core/ids";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import { nameOf, READING, readPublishedTables, unjudgeableOf } from "../outbox/read-tables";
import { hasParent } from "../outbox/tree";
import { findRealtimeDatabase, withSetUpSession } from "./access";
import { type TableChoice, TableFacts, toRealtimeTable } from "./resource";

/** Tables that `coppice_realtime.publish` takes, apart from their key. IDs of users are text. */
const TABLES = `
  SELECT jsonb_build_object('schema', nspname, 'name', relname, 'hasRowSecurity', relrowsecurity,
    'hasKey', EXISTS (SELECT FROM pg_index WHERE indrelid = c.oid AND indisprimary),
    'hasPolicy', EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polpermissive AND ${READING}),
    'unjudgeable', ${unjudgeableOf("c.oid")},
    'ownerColumns', coalesce((
      SELECT jsonb_agg(attname ORDER BY attnum) FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated <> 'v'
        AND CASE WHEN typtype = 'd' THEN typbasetype ELSE atttypid END IN ('text'::regtype, 'varchar'::regtype)), '[]')
  )::text
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace LEFT JOIN pg_roles AS role ON rolname = $1
  WHERE relkind IN ('r', 'p') AND NOT ${hasParent("c.oid")} AND relpersistence <> 't'
    AND nspname NOT IN ('coppice', 'coppice_realtime', 'information_schema') AND nspname NOT LIKE 'pg\\_%'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  ORDER BY nspname, relname LIMIT 1000`;

/**
 * Returns the tables of the project's database that are or can be published, the published ones first; `null` where the
 * project has no database. Throws `project_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function listTableChoices(
  ctx: Context,
  { projectId }: { projectId: string },
): Promise<readonly TableChoice[] | null> {
  const database = await findRealtimeDatabase(ctx, projectId, "read");
  if (!database) return null;
  return withSetUpSession(ctx, database, async (session) => {
    const published = await inTransaction(session, "BEGIN", () => readPublishedTables(session, database.id));
    const byName = new Map(published.map((table) => [nameOf(table), table]));
    const choices = (await readTables(session, database.id)).map(({ schema, name, ...facts }): TableChoice => {
      const table = nameOf({ schema, name });
      const found = byName.get(table);
      const { audience, recorded } = found ? toRealtimeTable(found) : { audience: null, recorded: false };
      return { ...facts, table, audience, recorded };
    });
    return choices.sort((one, other) => Number(other.audience !== null) - Number(one.audience !== null));
  });
}

async function readTables(session: CustomerSession, databaseId: string): Promise<z.infer<typeof TableFacts>[]> {
  const { rows } = await session.query(TABLES, [endUserRoleOf(databaseId)]);
  return rows.map(([text]) => TableFacts.parse(JSON.parse(text ?? "null")));
}
