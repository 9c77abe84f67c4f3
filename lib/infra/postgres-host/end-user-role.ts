import type pg from "pg";
import { endUserRoleOf } from "@/lib/core/ids";
import { quoted, quotedEndUserRole } from "./checked";
import { ensureGroupRole } from "./group-role";

/**
 * The role that customers grant SELECT to, and write policies for, where users of their app are meant. Every end-user
 * role is a member, so these grants and policies are right in a copy of a database too (docs/decisions/099).
 */
export const APP_USERS = "app_users";

/**
 * Makes the end-user role of a database, or gives it back its memberships. The database's role may act as it, since the
 * service asks policies in a session of that role, and gets no right from it otherwise.
 */
export async function ensureEndUserRole(client: pg.PoolClient, id: string): Promise<void> {
  for (const name of [APP_USERS, endUserRoleOf(id)]) await ensureGroupRole(client, name);
  const role = quotedEndUserRole(id);
  await client.query(
    `GRANT ${APP_USERS} TO ${role} WITH ADMIN FALSE, INHERIT TRUE, SET FALSE;
     GRANT ${role} TO ${quoted(id)} WITH ADMIN FALSE, INHERIT FALSE, SET TRUE`,
  );
}
