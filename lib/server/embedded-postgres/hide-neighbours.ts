import type { Client } from "pg";

/** The objects that tell of other sessions and databases (docs/decisions/065). The search path is pinned. */
const TELLING = `
  SELECT 'pg_class'::regclass AS catalog, oid, relacl AS acl FROM pg_class
  WHERE relnamespace = 'pg_catalog'::regnamespace AND relname IN ('pg_db_role_setting', 'pg_db_role_setting_of_all')
  UNION ALL
  SELECT 'pg_proc'::regclass, oid, proacl FROM pg_proc
  WHERE pronamespace = 'pg_catalog'::regnamespace AND (proname ~ '^pg_stat_get_(backend|db)_'
    OR proname IN ('pg_stat_get_activity', 'pg_lock_status', 'pg_stat_get_progress_info', 'pg_get_aios'))`;

/** Above the numbers that initdb gives, and below those of customers' objects: pg_dump reads no view of theirs. */
const SYSTEM_VIEW = 16_383;
const VIEW = "'pg_catalog.pg_db_role_setting'::regclass";

/** Puts a view of the own settings in the place of everybody's (docs/decisions/230). */
const OWN_SETTINGS = `
  BEGIN;
  SET LOCAL allow_system_table_mods = on;
  REVOKE SELECT ON pg_catalog.pg_db_role_setting FROM PUBLIC;
  ALTER TABLE pg_catalog.pg_db_role_setting RENAME TO pg_db_role_setting_of_all;
  CREATE VIEW pg_catalog.pg_db_role_setting WITH (security_barrier) AS
    SELECT setdatabase, setrole, setconfig FROM pg_catalog.pg_db_role_setting_of_all
    WHERE setdatabase = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
       OR setrole = (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = CURRENT_USER);
  GRANT SELECT ON pg_catalog.pg_db_role_setting TO PUBLIC;
  COMMIT`;

/** Renumbers the view, in a transaction of its own: a server keeps a relation in use that the transaction has created. */
const SYSTEM_NUMBER = `
  BEGIN;
  SET LOCAL allow_system_table_mods = on;
  UPDATE pg_attribute SET attrelid = ${SYSTEM_VIEW} WHERE attrelid = ${VIEW};
  UPDATE pg_type SET typrelid = ${SYSTEM_VIEW} WHERE typrelid = ${VIEW};
  UPDATE pg_rewrite SET ev_class = ${SYSTEM_VIEW} WHERE ev_class = ${VIEW};
  UPDATE pg_depend SET objid = ${SYSTEM_VIEW} WHERE classid = 'pg_class'::regclass AND objid = ${VIEW};
  UPDATE pg_depend SET refobjid = ${SYSTEM_VIEW} WHERE refclassid = 'pg_class'::regclass AND refobjid = ${VIEW};
  UPDATE pg_class SET oid = ${SYSTEM_VIEW} WHERE oid = ${VIEW};
  COMMIT`;

/** Takes it from PUBLIC in the database of a superuser's session. Safe to repeat, also after a crash. */
export async function hideNeighbours(client: Client): Promise<void> {
  const { rows } = await client.query<{ functions: string; showsAll: boolean; isSystem: boolean }>(
    `SELECT string_agg(oid::regprocedure::text, ', ') AS functions,
       (SELECT relkind = 'r' FROM pg_class WHERE oid = ${VIEW}) AS "showsAll", ${VIEW}::oid = ${SYSTEM_VIEW} AS "isSystem"
     FROM (${TELLING}) AS telling WHERE catalog = 'pg_proc'::regclass`,
  );
  if (rows[0]?.showsAll) await client.query(OWN_SETTINGS);
  if (!rows[0]?.isSystem) await client.query(SYSTEM_NUMBER);
  await client.query("BEGIN");
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
