import { addressBucket } from "@/lib/core/address-bucket";
import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import type { RateLimit } from "@/lib/core/ports/rate-limiter";
import { DATABASE_SQL_LIMIT, WRONG_PASSWORD_LIMIT } from "@/lib/core/rate-limits";
import { SQLSTATE } from "@/lib/core/sql-state";
import { requireUsable } from "@/lib/hosting/databases/ready";
import { type ConnectionString, readConnectionString } from "./connection-string";
import type { SqlContext } from "./context";
import { passwordLogin, withPooledSession } from "./pooled-session";
import type { SqlRequest } from "./request";
import { runRequest } from "./run-request";
import { sqlError } from "./sql-error";

const WRONG: ReadonlySet<string | null> = new Set([
  SQLSTATE.invalidPassword,
  SQLSTATE.invalidAuthorizationSpecification,
]);

/**
 * Runs statements as the role of a connection string and returns the result as JSON. An unknown database gets the error
 * of a wrong password. Throws `database_not_ready`, `rate_limited`, `over_quota`, `sql_error`, `response_too_large`,
 * `host_unavailable`.
 */
export async function executeSqlByPassword(
  ctx: SqlContext,
  { connectionString, request }: { connectionString: string; request: SqlRequest },
  caller: AbortSignal,
): Promise<string> {
  const given = readConnectionString(connectionString);
  if (!given) throw notAConnectionString();
  const { databaseId, role, password } = given;
  await consume(ctx, DATABASE_SQL_LIMIT, databaseId);
  const database = await ctx.sqlDatabases.find(databaseId);
  if (!database) throw await wrongPassword(ctx, given);
  const login = passwordLogin(ctx, database, role, password);
  const open = async () => {
    requireUsable(database);
    return openAsGiven(ctx, given, login.open);
  };
  return withPooledSession(ctx, { ...login, open }, caller, (session) => runRequest(session, request));
}

async function openAsGiven(
  ctx: SqlContext,
  given: ConnectionString,
  open: () => Promise<CustomerSession>,
): Promise<CustomerSession> {
  try {
    return await open();
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    const isWrong = error instanceof ServiceError && error.code === "conflict" && WRONG.has(codeOf(cause) ?? null);
    throw isWrong ? await wrongPassword(ctx, given) : error;
  }
}

/** Counts what was wrong per address and database, so that passwords cannot be tried out. */
async function wrongPassword(ctx: SqlContext, { databaseId, role }: ConnectionString): Promise<ServiceError> {
  await consume(ctx, WRONG_PASSWORD_LIMIT, `${addressBucket(ctx.clientAddress)}:${databaseId}`);
  const message = `password authentication failed for user "${role}"`;
  return sqlError(new StatementError(message, { sqlState: SQLSTATE.invalidPassword }));
}

function notAConnectionString(): ServiceError {
  return sqlError(
    new StatementError("The connection string isn't one of a database here.", {
      sqlState: SQLSTATE.invalidAuthorizationSpecification,
      hint: "Copy it from Connect on the database's page.",
    }),
  );
}

async function consume({ rateLimiter }: SqlContext, limit: RateLimit, key: string): Promise<void> {
  const { allowed, resetSeconds } = await rateLimiter.consume(limit, `${limit.name}:${key}`);
  if (allowed) return;
  throw new ServiceError("rate_limited", `Too many requests. Try again in ${resetSeconds} s.`, {
    retryAfterSeconds: resetSeconds,
  });
}
