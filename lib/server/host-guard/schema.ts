import type { ClientBase } from "pg";

/**
 * The tables by which guard and control plane talk, in the host's maintenance database, which no customer can enter.
 * The control plane writes the limits of each database to `database_limit`; the guard writes the rest.
 */
const STATEMENTS = (provisioner: string) => `
  CREATE SCHEMA IF NOT EXISTS host_guard;
  CREATE TABLE IF NOT EXISTS host_guard.database_limit (
    database_id text PRIMARY KEY,
    organisation_id text NOT NULL,
    max_bytes bigint NOT NULL
  );
  CREATE TABLE IF NOT EXISTS host_guard.event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL,
    rule text NOT NULL,
    act text NOT NULL,
    database_id text,
    measured jsonb NOT NULL
  );
  CREATE TABLE IF NOT EXISTS host_guard.restriction (
    database_id text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('read_only', 'closed')),
    rule text NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz,
    size_bytes bigint,
    times int NOT NULL DEFAULT 1
  );
  CREATE TABLE IF NOT EXISTS host_guard.beat (
    is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
    at timestamptz NOT NULL,
    started_at timestamptz NOT NULL,
    volumes jsonb NOT NULL
  );
  GRANT USAGE ON SCHEMA host_guard TO ${provisioner};
  GRANT SELECT ON host_guard.event, host_guard.restriction, host_guard.beat TO ${provisioner};
  GRANT SELECT, INSERT, UPDATE, DELETE ON host_guard.database_limit TO ${provisioner}`;

/** Makes the missing parts of the guard's tables, as superuser in the maintenance database. Safe to repeat. */
export async function ensureGuardSchema(client: ClientBase, provisioner: string): Promise<void> {
  await client.query(STATEMENTS(client.escapeIdentifier(provisioner)));
}
