import pg from "pg";
import type { RoleSetting } from "@/lib/core/ports/move-session";

/** The settings whose value is a list of quoted names: as one literal it would become one name (as pg_dump knows). */
const NAME_LISTS = new Set(["search_path", "temp_tablespaces", "local_preload_libraries", "session_preload_libraries"]);

/** The platform's own setting of each role. */
const NOT_COPIED = "temp_file_limit";

/** Returns the settings that a role made for itself: those for one database, and those for every one. */
export async function readRoleSettings(
  client: pg.ClientBase,
  { database, role }: { database: string; role: string },
): Promise<RoleSetting[]> {
  const { rows } = await client.query<RoleSetting>(
    `SELECT split_part(setting, '=', 1) AS name, substr(setting, strpos(setting, '=') + 1) AS value,
       setdatabase = 0 AS "isEverywhere"
     FROM pg_db_role_setting, unnest(setconfig) AS setting
     WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = $2)
       AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = $1))`,
    [database, role],
  );
  return rows.filter(({ name }) => name !== NOT_COPIED);
}

/** Returns the statement that gives the role of a database a setting. */
export function roleSettingStatement(id: string, { name, value, isEverywhere }: RoleSetting): string {
  const role = pg.escapeIdentifier(id);
  const parameter = name.split(".").map(pg.escapeIdentifier).join(".");
  const place = isEverywhere ? "" : ` IN DATABASE ${role}`;
  return `ALTER ROLE ${role}${place} SET ${parameter} TO ${literalOf(name, value)}`;
}

/**
 * Returns the statements that copy a role's settings for one database to the role and database of another id, and the
 * settings that the role has set for itself everywhere when the other role is not the same.
 */
export async function roleSettingStatements(
  client: pg.ClientBase,
  from: { database: string; role: string },
  id: string,
): Promise<string[]> {
  const settings = await readRoleSettings(client, from);
  return settings
    .filter(({ isEverywhere }) => !isEverywhere || from.role !== id)
    .map((setting) => roleSettingStatement(id, setting));
}

function literalOf(name: string, value: string): string {
  if (!NAME_LISTS.has(name.toLowerCase())) return pg.escapeLiteral(value);
  const names = [...value.matchAll(/"((?:[^"]|"")*)"|[^\s,]+/g)].map(([bare, quoted]) =>
    quoted === undefined ? bare : quoted.replaceAll('""', '"'),
  );
  return names.length === 0 ? "''" : names.map(pg.escapeLiteral).join(", ");
}
