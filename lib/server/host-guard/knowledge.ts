import { CUSTOMER_LOGIN_ROLE } from "@/lib/core/ids";
import type { GuardSession } from "./session";

/** The facts that the guard asks the server for now and then, and goes on with while it doesn't answer. */
export interface Knowledge {
  lockCapacity: number;
  connectionSlots: number;
  /** The roles that are no customer's by their names, and whether each is a superuser. */
  otherRoles: ReadonlyMap<string, boolean>;
  /** The name of each database's folder, which is its oid. */
  folders: ReadonlyMap<string, string>;
  limits: ReadonlyMap<string, { organisationId: string; maxBytes: number }>;
}

const SETTINGS = `
  SELECT current_setting('max_locks_per_transaction')::bigint
      * (current_setting('max_connections')::bigint + current_setting('max_prepared_transactions')::bigint) AS locks,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - current_setting('reserved_connections')::int AS slots`;

/** Returns the server's answers about itself, its databases, and the control plane's wishes. */
export async function learn(session: GuardSession): Promise<Knowledge> {
  const [settings] = await session.query<{ locks: string; slots: number }>(SETTINGS);
  const databases = await session.query<{ oid: string; name: string }>(
    "SELECT oid::text, datname AS name FROM pg_database WHERE datname ~ '^db_[0-9a-z]{20}$'",
  );
  const others = await session.query<{ name: string; isSuperuser: boolean }>(
    `SELECT rolname AS name, rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname !~ '${CUSTOMER_LOGIN_ROLE}'`,
  );
  const limits = await session.query<{ databaseId: string; organisationId: string; maxBytes: string }>(
    `SELECT database_id AS "databaseId", organisation_id AS "organisationId", max_bytes AS "maxBytes"
     FROM host_guard.database_limit`,
  );
  return {
    lockCapacity: Number(settings?.locks),
    connectionSlots: Number(settings?.slots),
    otherRoles: new Map(others.map(({ name, isSuperuser }) => [name, isSuperuser])),
    folders: new Map(databases.map(({ oid, name }) => [name, oid])),
    limits: new Map(
      limits.map(({ databaseId, organisationId, maxBytes }) => [
        databaseId,
        { organisationId, maxBytes: Number(maxBytes) },
      ]),
    ),
  };
}
