import type pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { endUserRoleOf } from "@/lib/core/ids";
import { SQLSTATE } from "@/lib/core/sql-state";
import { quoted, quotedEndUserRole } from "./checked";

/**
 * The role that customers grant SELECT to, and write policies for, where users of their app are meant. Every end-user
 * role is a member, so these grants and policies are right in a copy of a database too (docs/decisions/099).
 */
export const APP_USERS = "app_users";

const ATTRIBUTES = "NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS";

/**
 * Makes the end-user role of a database, or gives it back its memberships. The database's role may act as it, since the
 * service asks policies in a session of that role, and gets no right from it otherwise.
 */
export async function ensureEndUserRole(client: pg.PoolClient, id: string): Promise<void> {
  for (const name of [APP_USERS, endUserRoleOf(id)]) await ensureRole(client, name);
  const role = quotedEndUserRole(id);
  await client.query(
    `GRANT ${APP_USERS} TO ${role} WITH ADMIN FALSE, INHERIT TRUE, SET FALSE;
     GRANT ${role} TO ${quoted(id)} WITH ADMIN FALSE, INHERIT FALSE, SET TRUE`,
  );
}

async function ensureRole(client: pg.PoolClient, name: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  if (rowCount !== 0) return;
  try {
    await client.query(`CREATE ROLE ${name} ${ATTRIBUTES}`);
  } catch (error) {
    const code = codeOf(error);
    if (code !== SQLSTATE.duplicateObject && code !== SQLSTATE.uniqueViolation) throw error;
  }
}
