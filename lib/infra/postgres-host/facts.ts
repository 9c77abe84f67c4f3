import type pg from "pg";
import type { HostFacts } from "@/lib/core/ports/database-host";

/** Returns the databases and roles of customers that a host has. */
export async function readFacts(client: pg.ClientBase): Promise<HostFacts> {
  const version = await client.query<{ server_version_num: string }>("SHOW server_version_num");
  const databases = await client.query<HostFacts["databases"][number]>(
    `SELECT datname AS id, datallowconn AS "acceptsConnections", datconnlimit = -2 AS "isBroken", datacl::text AS acl
     FROM pg_database WHERE datname ~ '^db_[0-9a-z]{20}$'`,
  );
  const roles = await client.query<{ rolname: string }>(
    "SELECT rolname FROM pg_roles WHERE rolname ~ '^(db|eu|fn|ro|sh)_[0-9a-z]{20}$'",
  );
  return {
    serverVersionNum: Number(version.rows[0]?.server_version_num),
    databases: databases.rows,
    roles: roles.rows.map((row) => row.rolname),
  };
}
