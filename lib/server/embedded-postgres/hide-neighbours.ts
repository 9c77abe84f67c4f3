import type { Client } from "pg";

/** The objects that tell of other sessions and databases (docs/decisions/065). The search path is pinned. */
const TELLING = `
  SELECT 'pg_class'::regclass AS catalog, oid, relacl AS acl FROM pg_class WHERE oid = 'pg_db_role_setting'::regclass
  UNION ALL
  SELECT 'pg_proc'::regclass, oid, proacl FROM pg_proc
  WHERE pronamespace = 'pg_catalog'::regnamespace AND (proname ~ '^pg_stat_get_(backend|db)_'
    OR proname IN ('pg_stat_get_activity', 'pg_lock_status', 'pg_stat_get_progress_info', 'pg_get_aios'))`;

/** Takes it from PUBLIC in the database of a superuser's session. Safe to repeat. */
export async function hideNeighbours(client: Client): Promise<void> {
  const { rows } = await client.query<{ functions: string }>(
    `SELECT string_agg(oid::regprocedure::text, ', ') AS functions
     FROM (${TELLING}) AS telling WHERE catalog = 'pg_proc'::regclass`,
  );
  await client.query("BEGIN");
  await client.query("REVOKE SELECT ON pg_db_role_setting FROM PUBLIC");
  await client.query(`REVOKE EXECUTE ON FUNCTION ${rows[0]?.functions} FROM PUBLIC`);
  // pg_dump writes the rights that differ from the initial ones, and no customer could restore these.
  await client.query(
    `DELETE FROM pg_init_privs USING (${TELLING}) AS telling WHERE objoid = oid AND classoid = catalog AND objsubid = 0`,
  );
  await client.query(
    `INSERT INTO pg_init_privs (objoid, classoid, objsubid, privtype, initprivs)
     SELECT oid, catalog, 0, 'i', acl FROM (${TELLING}) AS telling`,
  );
  await client.query("COMMIT");
}
