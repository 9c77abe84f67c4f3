import { databaseClosed } from "@/lib/core/closed-database";
import { LimitedClient, type LimitedClientConfig } from "@/lib/core/db/limited-client";
import { codeOf } from "@/lib/core/error-code";
import type { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { asConnectError } from "./connect-error";
import { CONNECT_TIMEOUT_MS } from "./connection";
import { type CustomerConnection, PostgresCustomerSession } from "./customer-session";
import { AS_TEXT } from "./fetch-rows";

/**
 * Opens a session as the given role of a database. Throws `HostUnavailableError`, `database_not_ready`, `over_quota`,
 * `conflict`.
 */
export async function openCustomerSession(connection: CustomerConnection): Promise<CustomerSession> {
  const { id, role, password, options } = connection;
  const url = new URL(connection.provisionerUrl);
  [url.username, url.password, url.pathname] = [role, encodeURIComponent(password), `/${id}`];
  // Parameters of the connection string would override the options below.
  for (const name of ["options", "application_name", "client_encoding"]) url.searchParams.delete(name);
  const settings = { ...options.settings, statement_timeout: `${options.statementTimeoutMs}ms` };
  const client = new LimitedClient({
    connectionString: url.href,
    options: startupOptions(settings),
    application_name: options.applicationName,
    client_encoding: "UTF8",
    connectWithinMs: CONNECT_TIMEOUT_MS,
    types: AS_TEXT,
    pipeline: options.pipelines ?? false,
  } as LimitedClientConfig);
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw (await closedByGuard(error, connection)) ?? asConnectError(error);
  }
  return new PostgresCustomerSession(client, connection);
}

/**
 * Returns the settings as startup options. The server splits them at spaces that no backslash precedes (PostgreSQL 18,
 * 20.1.4).
 */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, "\\$&")}`)
    .join(" ");
}

/** Returns the refusal of a database that the host's guard has closed; `null` for any other. */
export async function closedByGuard(
  error: unknown,
  connection: Pick<CustomerConnection, "restriction">,
): Promise<ServiceError | null> {
  if (codeOf(error) !== SQLSTATE.invalidAuthorizationSpecification) return null;
  const restriction = await connection.restriction();
  return restriction?.state === "closed" ? databaseClosed(restriction, error) : null;
}
