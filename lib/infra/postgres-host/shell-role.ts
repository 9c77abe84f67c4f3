import type pg from "pg";
import { withClient } from "@/lib/core/db/limited-client";
import { codeOf } from "@/lib/core/error-code";
import type { DroppedShellRole, NewShellRole } from "@/lib/core/ports/database-host";
import { SQLSTATE } from "@/lib/core/sql-state";
import { checkedVerifier, quoted, quotedShellRole } from "./checked";
import { asHostError } from "./connection";
import { endUntilNone } from "./end-sessions";
import { CONNECTION_LIMITS } from "./login";
import { handOver } from "./reassign";
import { alterRole, type Inside, unlessHeldUp, withLockTimeout } from "./role";

/** Makes the role in one transaction, so that it exists with the end of its validity or not at all. */
export async function createShellRole(client: pg.PoolClient, role: NewShellRole): Promise<void> {
  const [name, database] = [quotedShellRole(role.id), quoted(role.databaseId)];
  const limits = role.expiresAt
    ? `CONNECTION LIMIT ${CONNECTION_LIMITS.shell} VALID UNTIL '${role.expiresAt.toISOString()}'`
    : `CONNECTION LIMIT ${CONNECTION_LIMITS.pooled}`;
  await client.query(
    `CREATE ROLE ${name} ${role.isShutOut ? "NOLOGIN" : "LOGIN"}
       NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS ${limits}
       PASSWORD '${checkedVerifier(role.verifier)}';
     GRANT ${database} TO ${name} WITH ADMIN FALSE, INHERIT TRUE, SET TRUE;
     ALTER ROLE ${name} SET temp_file_limit = '1GB';
     ALTER ROLE ${name} SET role = '${role.databaseId}'`,
  );
}

/**
 * Forbids the role to log in, ends its sessions, hands its objects to the role of its database, and drops it. Safe to
 * repeat.
 */
export async function dropShellRole(
  client: pg.PoolClient,
  inside: Inside,
  { id, databaseId }: { id: string; databaseId: string },
): Promise<DroppedShellRole> {
  const name = quotedShellRole(id);
  const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [id]);
  if (found.rowCount === 0) return { endedSessions: 0, isDropped: true };
  await alterRole(client, id, [`ALTER ROLE ${name} NOLOGIN`]);
  const endedSessions = await endUntilNone(client, "usename", id);
  const isDropped = await unlessHeldUp(async () => {
    for (const { database, owner } of await databasesThatName(client, id, databaseId)) {
      await inside(database, async (session) => {
        await session.query("BEGIN");
        await handOver(session, id, owner);
        await session.query("COMMIT");
      });
    }
    await client.query(withLockTimeout(`DROP ROLE ${name}`));
  });
  return { endedSessions, isDropped };
}

/**
 * Returns the expired shell roles. No customer can prolong one or add a membership, so every role found here was made
 * by the service.
 */
export async function listExpiredShellRoles(client: pg.PoolClient): Promise<{ id: string; databaseId: string }[]> {
  const { rows } = await client.query<{ id: string; databaseId: string }>(
    `SELECT shell.rolname AS id, min(owner.rolname) AS "databaseId"
     FROM pg_roles AS shell
       JOIN pg_auth_members ON pg_auth_members.member = shell.oid
       JOIN pg_roles AS owner ON owner.oid = pg_auth_members.roleid
     WHERE shell.rolname ~ '^sh_[0-9a-z]{20}$' AND shell.rolvaliduntil < now()
     GROUP BY shell.rolname
     HAVING count(DISTINCT owner.oid) = 1 AND bool_and(owner.rolname ~ '^db_[0-9a-z]{20}$')`,
  );
  return rows;
}

/** Returns the shell roles that are members of a database's role. */
export async function listShellRolesOf(client: pg.PoolClient, databaseId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT shell.rolname AS id FROM pg_roles AS owner
       JOIN pg_auth_members ON pg_auth_members.roleid = owner.oid
       JOIN pg_roles AS shell ON shell.oid = pg_auth_members.member
     WHERE owner.rolname = $1 AND shell.rolname ~ '^sh_[0-9a-z]{20}$'
     GROUP BY shell.rolname ORDER BY shell.rolname`,
    [databaseId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns the databases where the role owns something or was granted rights, each with the role that takes over. A copy
 * has no role of its own.
 */
async function databasesThatName(client: pg.PoolClient, id: string, databaseId: string) {
  const { rows } = await client.query<{ database: string; owner: string }>(
    `SELECT DISTINCT datname AS database, coalesce((SELECT rolname FROM pg_roles WHERE rolname = datname), $2) AS owner
     FROM pg_shdepend JOIN pg_database ON pg_database.oid = dbid
     WHERE refclassid = 'pg_authid'::regclass AND refobjid = (SELECT oid FROM pg_roles WHERE rolname = $1)`,
    [id, databaseId],
  );
  return rows;
}

/** A sign-in that takes longer says nothing of the password. */
const SIGN_IN_TIMEOUT_MS = 1_500;

/** Returns whether a role of the database may sign in with this password, whether or not it has a connection left. */
export async function acceptsPassword(
  provisionerUrl: string,
  { id, role, password }: { id: string; role: string; password: string },
): Promise<boolean> {
  const url = new URL(provisionerUrl);
  [url.username, url.password, url.pathname] = [role, encodeURIComponent(password), `/${id}`];
  const options = "-c local_preload_libraries=";
  const config = { connectionString: url.href, options, connectWithinMs: SIGN_IN_TIMEOUT_MS };
  try {
    return await withClient(config, async () => true);
  } catch (error) {
    const code = codeOf(error);
    if (code === SQLSTATE.invalidPassword) return false;
    // Postgres looks at the number of connections, and at whether the role may sign in, after the password.
    if (code === SQLSTATE.tooManyConnections || code === SQLSTATE.invalidAuthorizationSpecification) return true;
    throw asHostError(error);
  }
}
