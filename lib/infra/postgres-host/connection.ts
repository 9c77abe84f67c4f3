import pg from "pg";
import { LimitedClient, LimitedPool } from "@/lib/core/db/limited-client";
import { codeOf, isOfCertificate } from "@/lib/core/error-code";
import { HostUnavailableError } from "@/lib/core/errors";
import { SERVICE } from "@/lib/core/service";
import { SQLSTATE } from "@/lib/core/sql-state";

/**
 * In a session of the platform, no unqualified name may resolve to a customer's object, and no library of theirs is
 * loaded.
 */
const PINNED_OPTIONS = "-c search_path=pg_catalog,pg_temp -c local_preload_libraries= -c statement_timeout=0";
export const CONNECT_TIMEOUT_MS = 2_500;
/** The platform's longest wait for a lock that a customer may hold. */
export const LOCK_TIMEOUT = "2s";
/** Each may need a second session inside a database. The host keeps so many for the platform (docs/decisions/064). */
const POOL_SIZE = 15;

/** SQLSTATEs of a server that starts, stops, fails over, or has no connection, memory or lock left. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  SQLSTATE.adminShutdown,
  SQLSTATE.crashShutdown,
  SQLSTATE.cannotConnectNow,
  SQLSTATE.insufficientResources,
  SQLSTATE.outOfMemory,
  SQLSTATE.tooManyConnections,
  SQLSTATE.connectionException,
  SQLSTATE.sqlClientUnableToEstablishConnection,
  SQLSTATE.connectionDoesNotExist,
  SQLSTATE.sqlServerRejectedConnection,
  SQLSTATE.connectionFailure,
]);
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/**
 * The messages, without a code, of node-postgres about a connection that it lost, did not get or waited for too long.
 */
const CONNECTION_LOST = new Set([
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
  "The server does not support SSL connections",
]);

export function poolFor(provisionerUrl: string, onError: (error: Error) => void): pg.Pool {
  const pool = new LimitedPool({
    connectionString: provisionerUrl,
    options: PINNED_OPTIONS,
    application_name: SERVICE.slug,
    max: POOL_SIZE,
    idleTimeoutMillis: 30_000,
    connectWithinMs: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  pool.on("error", onError);
  return pool;
}

/**
 * Runs `work` in a session of the provisioner inside a customer's database and closes it. Nothing is flushed here:
 * every operation ends with a statement outside, whose flush covers the work inside.
 */
export async function insideDatabase<T>(
  provisionerUrl: string,
  id: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(provisionerUrl);
  url.pathname = `/${id}`;
  const client = new LimitedClient({
    connectionString: url.href,
    options: `${PINNED_OPTIONS} -c lock_timeout=${LOCK_TIMEOUT} -c synchronous_commit=off`,
    application_name: SERVICE.slug,
    connectWithinMs: CONNECT_TIMEOUT_MS,
    answerWithinMs: 60_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw asHostError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns a `HostUnavailableError` for a host that is away or exhausted, and any other error unchanged. */
export function asHostError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof HostUnavailableError) return error;
  const code = codeOf(error) ?? "";
  if (code === SQLSTATE.diskFull) return new HostUnavailableError("The database's host is out of disk space.", error);
  if (code === SQLSTATE.adminShutdown)
    return new HostUnavailableError("The connection to the database was ended. Try again.", error);
  // An error of Postgres is recognised by its code alone: its message may quote anything.
  const isDown = error instanceof pg.DatabaseError ? UNAVAILABLE.has(code) : isConnectionLost(error, code);
  return isDown ? new HostUnavailableError("The database's host doesn't respond.", error) : error;
}

function isConnectionLost(error: Error, code: string): boolean {
  return NETWORK_CODES.has(code) || isOfCertificate(code) || CONNECTION_LOST.has(error.message);
}
