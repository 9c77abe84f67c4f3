import pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { HostUnavailableError } from "@/lib/core/errors";
import { SERVICE } from "@/lib/core/service";
import { SQLSTATE } from "@/lib/core/sql-state";

/**
 * In a session of the platform, no unqualified name may resolve to a customer's object, and no library of theirs is
 * loaded.
 */
const PINNED_OPTIONS = "-c search_path=pg_catalog,pg_temp -c local_preload_libraries= -c statement_timeout=0";
export const CONNECT_TIMEOUT_MS = 2_500;

/** SQLSTATEs of a server that starts, stops, fails over or has no connection left. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  SQLSTATE.adminShutdown,
  SQLSTATE.crashShutdown,
  SQLSTATE.cannotConnectNow,
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

export function poolFor(provisionerUrl: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: provisionerUrl,
    options: PINNED_OPTIONS,
    application_name: SERVICE.slug,
    max: 50,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  pool.on("error", onError);
  return pool;
}

/**
 * Runs `work` in a session of the provisioner inside a customer's database and closes it. Nothing is flushed here:
 * every operation ends with a statement outside, whose flush covers what was done inside.
 */
export async function insideDatabase<T>(
  provisionerUrl: string,
  id: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(provisionerUrl);
  url.pathname = `/${id}`;
  const client = new pg.Client({
    connectionString: url.href,
    options: `${PINNED_OPTIONS} -c lock_timeout=5s -c synchronous_commit=off`,
    application_name: SERVICE.slug,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: 60_000,
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

/** Returns a `HostUnavailableError` for a connection failure or a full disk, and any other error unchanged. */
export function asHostError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof HostUnavailableError) return error;
  const code = codeOf(error) ?? "";
  if (code === SQLSTATE.diskFull) return new HostUnavailableError("The host has no room left for this.", error);
  const isDown =
    UNAVAILABLE.has(code) ||
    NETWORK_CODES.has(code) ||
    /timeout|Connection terminated|Client has encountered a connection error/i.test(error.message);
  return isDown ? new HostUnavailableError("The cluster that holds the database does not answer.", error) : error;
}
