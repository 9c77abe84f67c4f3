import pg from "pg";
import { functionRoleOf, readRoleOf } from "@/lib/core/ids";
import { readRestriction } from "./guard";
import { alterRole } from "./role";

/** The attributes of a role by which clients sign in. */
export const NEW_LOGIN_ROLE = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS";

/** The most connections at a time of each role by which clients sign in to a database. */
export const CONNECTION_LIMITS = {
  database: 20,
  read: 8,
  // All functions of a database have 15 sessions at most; those that are being ended may still be there.
  function: 20,
  // A person at a prompt may have further windows.
  shell: 3,
  pooled: 20,
} as const;

/**
 * Takes the right to log in from the database's role, its read and function roles, and the named roles of a
 * pooler's clients. The
 * host's guard, which takes and gives LOGIN by itself, gives it to no role without a connection.
 */
export async function forbidLogin(client: pg.PoolClient, id: string, pooledRoles: readonly string[]): Promise<void> {
  const statements = (await loginRolesOf(client, id, pooledRoles)).map(
    ([role]) => `${role} NOLOGIN CONNECTION LIMIT 0`,
  );
  await alterRoles(client, id, statements);
}

/** Gives back the right that `forbidLogin` has taken, or leaves LOGIN to the guard while it keeps the database closed. */
export async function allowLogin(client: pg.PoolClient, id: string, pooledRoles: readonly string[]): Promise<void> {
  const isClosed = (await readRestriction(client, id))?.state === "closed";
  const attribute = isClosed ? "NOLOGIN" : "LOGIN";
  const roles = await loginRolesOf(client, id, pooledRoles);
  await alterRoles(
    client,
    id,
    roles.map(([role, connections]) => `${role} ${attribute} CONNECTION LIMIT ${connections}`),
  );
}

async function alterRoles(client: pg.PoolClient, id: string, changes: readonly string[]): Promise<void> {
  if (changes.length === 0) return;
  await alterRole(
    client,
    id,
    changes.map((change) => `ALTER ROLE ${change}`),
  );
}

/** Returns the quoted names of those roles that there are, with the most connections of each. */
async function loginRolesOf(
  client: pg.PoolClient,
  id: string,
  pooledRoles: readonly string[],
): Promise<[role: string, connections: number][]> {
  const limits = new Map<string, number>([
    [id, CONNECTION_LIMITS.database],
    [readRoleOf(id), CONNECTION_LIMITS.read],
    [functionRoleOf(id), CONNECTION_LIMITS.function],
    ...pooledRoles.map((role) => [role, CONNECTION_LIMITS.pooled] as const),
  ]);
  const { rows } = await client.query<{ role: string }>(
    "SELECT rolname AS role FROM pg_roles WHERE rolname = any($1)",
    [[...limits.keys()]],
  );
  return rows.map(({ role }) => [pg.escapeIdentifier(role), limits.get(role) ?? 0]);
}
