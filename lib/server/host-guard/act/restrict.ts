import { escapeIdentifier } from "pg";
import { CUSTOMER_LOGIN_ROLE } from "@/lib/core/ids";
import type { Restriction } from "../restriction";
import type { GuardSession } from "../session";

const READ_ONLY = "default_transaction_read_only";

/**
 * Takes from the roles of a database the rights that the restriction names, or gives them back for `null`, and writes
 * it down in the same transaction. Sessions that are open meanwhile are the caller's to end.
 */
export async function restrict(
  session: GuardSession,
  databaseId: string,
  { from, to }: { from: Restriction | null; to: Restriction | null },
): Promise<void> {
  const database = escapeIdentifier(databaseId);
  const statements = (await rolesOf(session, databaseId)).flatMap((role) => {
    const name = escapeIdentifier(role.name);
    const setting = `ALTER ROLE ${name} IN DATABASE ${database} ${to ? `SET ${READ_ONLY} = on` : `RESET ${READ_ONLY}`}`;
    if (to?.state === "closed") return [setting, `ALTER ROLE ${name} NOLOGIN`];
    return from?.state === "closed" && !role.isShutOut ? [setting, `ALTER ROLE ${name} LOGIN`] : [setting];
  });
  await session.transaction([
    ...statements.map((text) => ({ text })),
    { text: "DELETE FROM host_guard.restriction WHERE database_id = $1", values: [databaseId] },
    ...(to ? [insertOf(databaseId, to)] : []),
  ]);
}

/** Returns the restrictions that an earlier run of the guard left. */
export async function readRestrictions(session: GuardSession): Promise<Map<string, Restriction>> {
  const rows = await session.query<Omit<Restriction, "sizeBytes"> & { databaseId: string; sizeBytes: string | null }>(
    `SELECT database_id AS "databaseId", state, rule, since, until, size_bytes AS "sizeBytes", times
     FROM host_guard.restriction`,
  );
  return new Map(
    rows.map(({ databaseId, sizeBytes, ...row }) => [
      databaseId,
      { ...row, sizeBytes: sizeBytes === null ? null : Number(sizeBytes) },
    ]),
  );
}

/**
 * Returns the roles that may sign in to the database: its own, and those of shell connections, functions and readers.
 * The platform shuts them out while the database is deleted or moves: without a connection, they stay so.
 */
async function rolesOf(session: GuardSession, databaseId: string): Promise<{ name: string; isShutOut: boolean }[]> {
  return session.query<{ name: string; isShutOut: boolean }>(
    `SELECT rolname AS name, rolconnlimit = 0 AS "isShutOut" FROM pg_roles WHERE EXISTS (SELECT FROM pg_database WHERE datname = $1) AND (rolname = $1
       OR oid IN (SELECT member FROM pg_auth_members WHERE roleid = (SELECT oid FROM pg_roles WHERE rolname = $1))
         AND rolname ~ '${CUSTOMER_LOGIN_ROLE}')`,
    [databaseId],
  );
}

function insertOf(databaseId: string, { state, rule, since, until, sizeBytes, times }: Restriction) {
  return {
    text: `INSERT INTO host_guard.restriction (database_id, state, rule, since, until, size_bytes, times)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [databaseId, state, rule, since, until, sizeBytes, times],
  };
}
