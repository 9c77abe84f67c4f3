import pg from "pg";

/** The settings whose value is a list of quoted names: as one literal it would become one name (as pg_dump knows). */
const NAME_LISTS = new Set(["search_path", "temp_tablespaces", "local_preload_libraries", "session_preload_libraries"]);

/** Returns the statements that copy a role's settings for one database to the role and database of another id. */
export async function roleSettingStatements(client: pg.ClientBase, formerId: string, id: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT split_part(setting, '=', 1) AS name, substr(setting, strpos(setting, '=') + 1) AS value
     FROM pg_db_role_setting, unnest(setconfig) AS setting
     WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = $1)
       AND setrole = (SELECT oid FROM pg_roles WHERE rolname = $2)`,
    [formerId, id],
  );
  const role = pg.escapeIdentifier(id);
  return rows.map(({ name, value }) => {
    const parameter = name.split(".").map(pg.escapeIdentifier).join(".");
    return `ALTER ROLE ${role} IN DATABASE ${role} SET ${parameter} TO ${literalOf(name, value)}`;
  });
}

function literalOf(name: string, value: string): string {
  if (!NAME_LISTS.has(name.toLowerCase())) return pg.escapeLiteral(value);
  const names = [...value.matchAll(/"((?:[^"]|"")*)"|[^\s,]+/g)].map(([bare, quoted]) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"'),
  );
  return names.length === 0 ? "''" : names.map(pg.escapeLiteral).join(", ");
}
