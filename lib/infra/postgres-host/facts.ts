import type pg from "pg";
import { DATABASE_ROLE } from "@/lib/core/ids";
import type { HostFacts } from "@/lib/core/ports/database-host";

/** Returns the databases and roles of customers that a host has. */
export async function readFacts(client: pg.ClientBase): Promise<HostFacts> {
  const cluster = await client.query<{ version: number; identifier: string }>(
    `SELECT current_setting('server_version_num')::int AS version, system_identifier::text AS identifier
     FROM pg_control_system()`,
  );
  const databases = await client.query<HostFacts["databases"][number]>(
    `SELECT datname AS id, datallowconn AS "acceptsConnections", datconnlimit = -2 AS "isBroken", datacl::text AS acl
     FROM pg_database WHERE datname ~ '^db_[0-9a-z]{20}$'`,
  );
  const roles = await client.query<{ rolname: string }>(
    `SELECT rolname FROM pg_roles WHERE rolname ~ '${DATABASE_ROLE}'`,
  );
  return {
    serverVersionNum: cluster.rows[0]?.version ?? 0,
    systemIdentifier: cluster.rows[0]?.identifier ?? "",
    databases: databases.rows,
    roles: roles.rows.map((row) => row.rolname),
  };
}
