import pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { readRoleOf } from "@/lib/core/ids";
import { SQLSTATE } from "@/lib/core/sql-state";
import { checkedVerifier, quoted, quotedReadRole } from "./checked";
import { ensureGroupRole } from "./group-role";
import { CONNECTION_LIMITS, NEW_LOGIN_ROLE } from "./login";
import { type Inside, withLockTimeout } from "./role";

/**
 * The role that customers' databases grant SELECT to. Every read role is a member and can connect to its own database
 * alone, so the grants in a copy of a database need no change (docs/decisions/062).
 */
export const VIEWERS = "dashboard_viewers";

/** SQLSTATEs with which a login is refused while the role is not there, lacks a membership, a right or the password. */
const NOT_READY: ReadonlySet<string | undefined> = new Set([
  SQLSTATE.invalidPassword,
  SQLSTATE.invalidAuthorizationSpecification,
  SQLSTATE.insufficientPrivilege,
]);
/** Changes that another session makes at the same moment: an object is dropped or its rights are changed. */
const CHANGED_MEANWHILE: ReadonlySet<string | null> = new Set([
  SQLSTATE.undefinedTable,
  SQLSTATE.invalidSchemaName,
  SQLSTATE.internalError,
  SQLSTATE.deadlockDetected,
  SQLSTATE.lockNotAvailable,
]);
const OBJECTS_AT_A_TIME = 500;

/**
 * Makes the read role of a database, or gives it back its password and rights. The membership in the database's role is
 * without any right: `samerole` of pg_hba.conf asks for it.
 */
export async function ensureReadRole(client: pg.PoolClient, id: string, verifier: string): Promise<void> {
  await ensureGroupRole(client, VIEWERS);
  const [role, database] = [quotedReadRole(id), quoted(id)];
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [readRoleOf(id)]);
  const isNew = rowCount === 0;
  // A role that is there may be shut out, by the platform or by the guard of the host.
  const attributes = isNew ? `${NEW_LOGIN_ROLE} CONNECTION LIMIT ${CONNECTION_LIMITS.read}` : "";
  await client.query(
    `${isNew ? "CREATE" : "ALTER"} ROLE ${role} ${attributes} PASSWORD '${checkedVerifier(verifier)}';
     ALTER ROLE ${role} RESET ALL;
     ALTER ROLE ${role} SET temp_file_limit = '1GB';
     ALTER ROLE ${role} SET default_transaction_read_only = on;
     GRANT ${database} TO ${role} WITH ADMIN FALSE, INHERIT FALSE, SET FALSE;
     GRANT ${VIEWERS} TO ${role} WITH ADMIN FALSE, INHERIT TRUE, SET FALSE;
     GRANT CONNECT ON DATABASE ${database} TO ${role}`,
  );
}

/**
 * Lets viewers read the present objects of a database and those its role makes from now on. Does nothing in a database
 * that names them already, so rights that its owner revoked from them stay revoked.
 */
export async function grantReading(client: pg.Client, id: string): Promise<void> {
  if (await namesViewers(client, id)) return;
  const owner = quoted(id);
  try {
    await client.query(
      `BEGIN;
       ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT USAGE ON SCHEMAS TO ${VIEWERS};
       ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT SELECT ON TABLES TO ${VIEWERS};
       ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT SELECT ON SEQUENCES TO ${VIEWERS}`,
    );
    for (const statement of await grantStatements(client)) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    if (!CHANGED_MEANWHILE.has(codeOf(error))) throw error;
    throw new ServiceError("database_not_ready", "The database is being changed.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
}

/** An owner who revokes the default privileges still has rights of single objects that show it is done. */
const NAMES_VIEWERS = `
  SELECT EXISTS (SELECT FROM pg_shdepend WHERE dbid = d.oid AND classid = 'pg_default_acl'::regclass AND refobjid = v.oid)
    OR EXISTS (SELECT FROM pg_shdepend WHERE dbid = d.oid AND refclassid = 'pg_authid'::regclass AND refobjid = v.oid)
  FROM pg_database AS d, pg_roles AS v WHERE datname = $1 AND v.rolname = '${VIEWERS}'`;

async function namesViewers(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rows } = await client.query<[boolean]>({ text: NAMES_VIEWERS, values: [id], rowMode: "array" });
  return rows[0]?.[0] === true;
}

/**
 * Realtime's schema is left out: its records would show viewers the rows of tables that an owner has taken from them.
 */
const OF_CUSTOMER = "nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'coppice_realtime')";

/** Returns the grants on every object of the customer's. Objects of extensions belong to a superuser. */
async function grantStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ right: string; name: string }>(
    `SELECT 'USAGE ON SCHEMA' AS right, quote_ident(nspname) AS name FROM pg_namespace
     WHERE ${OF_CUSTOMER} AND pg_has_role(nspowner, 'USAGE')
     UNION ALL
     SELECT CASE relkind WHEN 'S' THEN 'SELECT ON SEQUENCE' ELSE 'SELECT ON TABLE' END, format('%I.%I', nspname, relname)
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND ${OF_CUSTOMER}
       AND pg_has_role(relowner, 'USAGE')`,
  );
  return [...Map.groupBy(rows, ({ right }) => right)].flatMap(([right, objects]) =>
    Array.from({ length: Math.ceil(objects.length / OBJECTS_AT_A_TIME) }, (_, index) => {
      const part = objects.slice(index * OBJECTS_AT_A_TIME, (index + 1) * OBJECTS_AT_A_TIME);
      return `GRANT ${right} ${part.map(({ name }) => name).join(", ")} TO ${VIEWERS}`;
    }),
  );
}

/** Drops the read role of a database, with any grants that a customer may have given it. Safe to repeat. */
export async function dropReadRole(client: pg.PoolClient, inside: Inside, id: string): Promise<void> {
  const { rows } = await client.query<{ database: string }>(
    `SELECT DISTINCT datname AS database FROM pg_shdepend JOIN pg_database ON pg_database.oid = dbid
     WHERE refclassid = 'pg_authid'::regclass AND refobjid = (SELECT oid FROM pg_roles WHERE rolname = $1)`,
    [readRoleOf(id)],
  );
  const role = quotedReadRole(id);
  for (const { database } of rows) await inside(database, (session) => session.query(`DROP OWNED BY ${role}`));
  await client.query(withLockTimeout(`DROP ROLE IF EXISTS ${role}`));
}

/**
 * Returns the settings of the database's own role under which names and times mean the same to its read role; `null`
 * where nothing was granted to viewers.
 */
export async function readerSettings(client: pg.PoolClient, id: string): Promise<Record<string, string> | null> {
  if (!(await namesViewers(client, id))) return null;
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT split_part(setting, '=', 1) AS name, substr(setting, strpos(setting, '=') + 1) AS value
     FROM pg_db_role_setting, unnest(setconfig) AS setting
     WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = $1)
       AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = $1))
       AND lower(split_part(setting, '=', 1)) IN ('search_path', 'timezone')
     ORDER BY setdatabase`,
    [id],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Returns whether a login failed in a way that `ensureReadRole` mends. */
export function isNotReady(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.code === "over_quota") return false;
  const { cause } = error;
  return cause instanceof pg.DatabaseError && NOT_READY.has(cause.code);
}
