import pg from "pg";
import { withClient } from "@/lib/core/db/limited-client";
import type { HostSetUp } from "@/lib/core/ports/database-host";
import { SQLSTATE } from "@/lib/core/sql-state";
import { asHostError, CONNECT_TIMEOUT_MS } from "./connection";

type FromCatalog = Omit<HostSetUp, "takesAnyPassword">;

export async function readRoleAndTemplate(client: pg.ClientBase): Promise<FromCatalog> {
  const { rows } = await client.query<FromCatalog>(
    `SELECT rolsuper AS "isSuperuser", rolcreatedb AS "createsDatabases", rolcreaterole AS "createsRoles",
            (SELECT datistemplate AND NOT datallowconn FROM pg_database WHERE datname = 'tmpl_tenant') AS "templateIsClosed"
     FROM pg_roles WHERE rolname = current_user`,
  );
  const [found] = rows;
  if (!found) throw new Error("the provisioner's role isn't listed");
  return found;
}

/**
 * Tries a password that isn't the provisioner's, as only a superuser can read `pg_hba.conf`. Throws
 * `HostUnavailableError`.
 */
export async function takesAnyPassword(provisionerUrl: string, wrongPassword: string): Promise<boolean> {
  // A parameter comes before the password of the address itself.
  const connectionString = `${provisionerUrl}${provisionerUrl.includes("?") ? "&" : "?"}password=${wrongPassword}`;
  try {
    return await withClient({ connectionString, connectWithinMs: CONNECT_TIMEOUT_MS }, async () => true);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === SQLSTATE.invalidPassword) return false;
    throw asHostError(error);
  }
}
