import type pg from "pg";
import { functionRoleOf } from "@/lib/core/ids";
import { checkedVerifier, quoted, quotedFunctionRole } from "./checked";
import { applyDefaultPrivileges } from "./default-privileges";
import { CONNECTION_LIMITS, NEW_LOGIN_ROLE } from "./login";
import { handOver } from "./reassign";
import { alterRole } from "./role";

/**
 * Makes the function role of a database, or gives it back its password, memberships and settings. It has everything
 * that belongs to the database's role without being able to act as it (docs/decisions/132).
 */
export async function ensureFunctionRole(client: pg.PoolClient, id: string, verifier: string): Promise<void> {
  const [role, database] = [quotedFunctionRole(id), quoted(id)];
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [functionRoleOf(id)]);
  const isNew = rowCount === 0;
  // A role that is there may be shut out, by the platform or by the guard of the host.
  const attributes = isNew ? `${NEW_LOGIN_ROLE} CONNECTION LIMIT ${CONNECTION_LIMITS.function}` : "";
  await alterRole(client, functionRoleOf(id), [
    `${isNew ? "CREATE" : "ALTER"} ROLE ${role} ${attributes} PASSWORD '${checkedVerifier(verifier)}'`,
    `ALTER ROLE ${role} RESET ALL`,
    `ALTER ROLE ${role} IN DATABASE ${database} RESET ALL`,
    `ALTER ROLE ${role} SET temp_file_limit = '1GB'`,
    `GRANT ${database} TO ${role} WITH ADMIN FALSE, INHERIT TRUE, SET FALSE`,
  ]);
}

/**
 * Hands the objects that functions have made in a database to the database's role, with the rights that its own objects
 * would have.
 */
export async function takeOverFromFunctions(client: pg.Client, id: string): Promise<void> {
  await client.query("BEGIN");
  await applyDefaultPrivileges(client, functionRoleOf(id), id);
  await handOver(client, functionRoleOf(id), id);
  await client.query("COMMIT");
}

/** The settings that decide how values are written and names are found; functions have others of their own. */
const FOLLOWED = ["search_path", "timezone", "datestyle", "intervalstyle", "bytea_output", "lock_timeout"];

/** Returns the settings of the database's role that its function role follows. */
export async function followedSettings(client: pg.PoolClient, id: string): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT split_part(setting, '=', 1) AS name, substr(setting, strpos(setting, '=') + 1) AS value
     FROM pg_db_role_setting, unnest(setconfig) AS setting
     WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = $1)
       AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = $1))
       AND lower(split_part(setting, '=', 1)) = ANY ($2)
     ORDER BY setdatabase`,
    [id, FOLLOWED],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
