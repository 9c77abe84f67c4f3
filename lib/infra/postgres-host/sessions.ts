import type pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { readRoleOf } from "@/lib/core/ids";
import type { HostedSession, SessionAddress } from "@/lib/core/ports/database-host";
import { SQLSTATE } from "@/lib/core/sql-state";
import { POOLER } from "./pooler";

/** The longest time that the answer waits for the session to be gone. */
const ENDED_WITHIN_MS = 2_000;

/**
 * The condition that a role in a customer's database is a customer's, as the guard sees it: each one but superusers and
 * the service's own.
 */
export const ofCustomer = (role: string) =>
  `${role} NOT IN (current_user, '${POOLER}') AND ${role} NOT IN (SELECT rolname FROM pg_catalog.pg_roles WHERE rolsuper)`;

/** Blockers are looked up for waiting sessions alone: each look-up holds up every session that takes a lock. */
const SESSIONS = `
  SELECT pid, to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "startedAt",
    CASE WHEN ${ofCustomer("usename")} THEN usename::text END AS role, application_name AS "applicationName",
    host(client_addr) AS address, coalesce(state, '') AS state,
    coalesce(extract(epoch FROM clock_timestamp() - state_change), 0)::float8 AS "stateSeconds",
    extract(epoch FROM clock_timestamp() - xact_start)::float8 AS "transactionSeconds",
    CASE WHEN ${ofCustomer("usename")} THEN query ELSE '' END AS statement,
    CASE WHEN state = 'active' THEN wait_event_type || ': ' || wait_event END AS "waitsFor",
    CASE WHEN wait_event_type = 'Lock' THEN pg_blocking_pids(pid) ELSE '{}' END AS "blockedBy"
  FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'
  ORDER BY coalesce(state, '') = 'idle', xact_start, state_change DESC LIMIT $2`;

export async function readSessions(client: pg.ClientBase, id: string, limit: number): Promise<HostedSession[]> {
  const { rows } = await client.query<HostedSession>(SESSIONS, [id, limit]);
  return rows.map((row) => ({ ...row, blockedBy: [...new Set(row.blockedBy)] }));
}

/** Cancels the statement that the database's own role or its read role executes under this name. */
export async function cancelStatements(client: pg.ClientBase, id: string, applicationName: string): Promise<number> {
  const result = await client.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
     WHERE datname = $1 AND usename IN ($1, $2) AND application_name = $3 AND state = 'active'`,
    [id, readRoleOf(id), applicationName],
  );
  return result.rowCount ?? 0;
}

const SIGNALS = {
  cancel: "pg_cancel_backend(pid)",
  end: `pg_terminate_backend(pid, ${ENDED_WITHIN_MS})`,
} as const;

export async function signalSession(
  client: pg.ClientBase,
  { id, session, signal }: { id: string; session: SessionAddress; signal: keyof typeof SIGNALS },
): Promise<boolean> {
  try {
    const { rowCount } = await client.query(
      `SELECT ${SIGNALS[signal]} FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend' AND ${ofCustomer("usename")}
         AND pid = $2 AND backend_start = $3::timestamptz`,
      [id, session.pid, session.startedAt],
    );
    return rowCount !== 0;
  } catch (error) {
    // The provisioner is a member of the roles that it made.
    if (codeOf(error) !== SQLSTATE.insufficientPrivilege) throw error;
    const message = "The host doesn't let the service end this session. Ask the operator.";
    throw new ServiceError("conflict", message, { cause: error });
  }
}
