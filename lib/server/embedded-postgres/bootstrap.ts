import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { scramVerifier } from "@/lib/core/crypto/scram";
import type { AsSuperuser } from "./as-superuser";
import { CONTROL_DATABASE, CONTROL_ROLE, PROVISIONER_ROLE, SUPERUSER, TENANT_TEMPLATE } from "./cluster-configuration";
import { hideNeighbours } from "./hide-neighbours";
import { upgradeDatabases } from "./upgrade-databases";

/** Makes the role and database for Coppice's own data. Safe to repeat, also after a crash between statements. */
export async function bootstrapControl(
  asSuperuser: AsSuperuser,
  options: { password: string; createDatabases: boolean },
): Promise<void> {
  await asSuperuser("postgres", async (client) => {
    await ensureRole(
      client,
      CONTROL_ROLE,
      "LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS",
      options.password,
    );
    await client.query(`ALTER ROLE ${CONTROL_ROLE} ${options.createDatabases ? "CREATEDB" : "NOCREATEDB"}`);
    if (!(await databaseExists(client, CONTROL_DATABASE))) {
      await client.query(`CREATE DATABASE ${CONTROL_DATABASE} TEMPLATE template0 OWNER ${CONTROL_ROLE}`);
    }
    await client.query(`REVOKE ALL ON DATABASE postgres, template1, ${CONTROL_DATABASE} FROM PUBLIC`);
  });
}

/**
 * Makes the provisioner, which is no superuser, and the template of customers' databases, and brings the databases that
 * were made by an earlier recipe up to this one. Safe to repeat.
 */
export async function bootstrapHost(
  asSuperuser: AsSuperuser,
  options: { password: string; log: (line: string) => void },
): Promise<void> {
  await asSuperuser("postgres", async (client) => {
    await client.query("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC");
    const attributes = "LOGIN CREATEDB CREATEROLE NOSUPERUSER NOREPLICATION NOBYPASSRLS";
    await ensureRole(client, PROVISIONER_ROLE, attributes, options.password);
    await client.query(`ALTER ROLE ${PROVISIONER_ROLE} SET createrole_self_grant = 'set, inherit'`);
    await client.query(`GRANT CONNECT ON DATABASE postgres TO ${PROVISIONER_ROLE}`);
    await client.query(`GRANT SET ON PARAMETER temp_file_limit TO ${PROVISIONER_ROLE}`);
    await client.query(`GRANT pg_use_reserved_connections, pg_read_all_stats TO ${PROVISIONER_ROLE}`);
    // The superuser's setting is that of autovacuum as well.
    for (const role of [SUPERUSER, PROVISIONER_ROLE]) {
      await client.query(`ALTER ROLE ${role} SET log_min_messages = 'warning'`);
    }
    if (!(await databaseExists(client, TENANT_TEMPLATE))) {
      await client.query(`CREATE DATABASE ${TENANT_TEMPLATE} TEMPLATE template0`);
    }
    await client.query(`ALTER DATABASE ${TENANT_TEMPLATE} IS_TEMPLATE false ALLOW_CONNECTIONS true`);
    await client.query(`REVOKE ALL ON DATABASE ${TENANT_TEMPLATE} FROM PUBLIC`);
  });
  await asSuperuser(TENANT_TEMPLATE, async (client) => {
    // Among its last connections the server does not see that the provisioner owns the objects of pg_database_owner.
    await client.query(`ALTER SCHEMA public OWNER TO ${PROVISIONER_ROLE}`);
    await hideNeighbours(client);
  });
  await asSuperuser("postgres", async (client) => {
    await client.query(`ALTER DATABASE ${TENANT_TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  });
  await upgradeDatabases(asSuperuser, options.log);
}

async function ensureRole(client: Client, name: string, attributes: string, password: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  const verb = rowCount === 0 ? "CREATE" : "ALTER";
  const verifier = scramVerifier(password, { bytes: (length) => randomBytes(length) });
  await client.query(`${verb} ROLE ${name} ${attributes} PASSWORD '${verifier}'`);
}

async function databaseExists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  return rowCount !== 0;
}
