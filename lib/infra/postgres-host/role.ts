import pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { SQLSTATE } from "@/lib/core/sql-state";
import { LOCK_TIMEOUT } from "./connection";
import { endUntilNone } from "./end-sessions";

/** A role that takes its lock again while its sessions are being ended is met once more. */
const ALTER_ATTEMPTS = 5;

/**
 * The errors by which customers can hold up work on their roles: a lock held, a database closed or dropped meanwhile.
 */
const HELD_UP: ReadonlySet<string> = new Set([
  SQLSTATE.lockNotAvailable,
  SQLSTATE.deadlockDetected,
  SQLSTATE.dependentObjectsStillExist,
  SQLSTATE.objectNotInPrerequisiteState,
  SQLSTATE.invalidCatalogName,
]);

/** Runs work of the provisioner in a database, also in a closed copy. */
export type Inside = (database: string, work: (client: pg.Client) => Promise<unknown>) => Promise<unknown>;

/** Returns the statements as one message, which the server runs in one transaction. */
export function withLockTimeout(...statements: string[]): string {
  return [`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`, ...statements].join("; ");
}

/** Returns whether the work was done; `false` when a customer's lock or closed database was in its way. */
export async function unlessHeldUp(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (HELD_UP.has(codeOf(error) ?? "")) return false;
    throw error;
  }
}

/** Alters a role in one transaction. The sessions that can hold its lock, by altering it too, are ended. */
export async function alterRole(client: pg.PoolClient, id: string, statements: readonly string[]): Promise<void> {
  for (let attempt = 1; attempt <= ALTER_ATTEMPTS; attempt += 1) {
    if (await unlessHeldUp(async () => void (await client.query(withLockTimeout(...statements))))) return;
    // Shell connections act as the role of their database.
    await endUntilNone(client, isId("database", id) ? "datname" : "usename", id);
  }
  throw new ServiceError("database_not_ready", "The database's own sessions are blocking changes to its role.", {
    retryAfterSeconds: 5,
  });
}

export async function canLogIn(client: pg.PoolClient, role: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1 AND rolcanlogin", [role]);
  return rowCount === 1;
}

/** Drops all grants to the role, a database's own or its end-user role, and the role. */
export async function dropRole(client: pg.PoolClient, inside: Inside, name: string): Promise<void> {
  const role = pg.escapeIdentifier(name);
  for (const database of await databasesWithGrantsTo(client, name)) {
    await inside(database, (session) => session.query(`DROP OWNED BY ${role}`));
  }
  await client.query(withLockTimeout(`DROP ROLE IF EXISTS ${role}`));
}

/**
 * Returns the databases that hold grants to a role. Any customer may grant rights on its objects to a role whose name
 * it knows, and so keep the role from being dropped.
 */
async function databasesWithGrantsTo(client: pg.PoolClient, id: string): Promise<string[]> {
  const { rows } = await client.query<{ database: string }>(
    `SELECT datname AS database FROM pg_shdepend JOIN pg_database ON pg_database.oid = dbid
     WHERE refclassid = 'pg_authid'::regclass AND refobjid = (SELECT oid FROM pg_roles WHERE rolname = $1)
     GROUP BY datname HAVING bool_and(deptype <> 'o')`,
    [id],
  );
  return rows.map(({ database }) => database);
}
