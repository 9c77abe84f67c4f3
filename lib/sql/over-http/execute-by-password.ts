import { codeOf } from "@/lib/core/error-code";
import { ServiceError } from "@/lib/core/errors";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { DATABASE_SQL_LIMIT } from "@/lib/core/rate-limits";
import { noteSubject } from "@/lib/core/request-subject";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import { SQLSTATE } from "@/lib/core/sql-state";
import { requireUsable } from "@/lib/hosting/databases/ready";
import { countGuess } from "../customer-session/guessed-password";
import { type ConnectionString, isOfDatabase, readConnectionString } from "./connection-string";
import type { SqlContext } from "./context";
import type { SqlDatabase } from "./database-lookup";
import { passwordLogin, runPooled } from "./pooled-session";
import type { SqlRequest } from "./request";
import { runRequest } from "./run-request";
import { sqlError } from "./sql-error";

const WRONG: ReadonlySet<string | null> = new Set([
  SQLSTATE.invalidPassword,
  SQLSTATE.invalidAuthorizationSpecification,
]);

/**
 * Runs statements as the role of a connection string and returns the result as JSON. An unknown role or database gets
 * the error of a wrong password. Throws `database_not_ready`, `rate_limited`, `over_quota`, `sql_error`, `response_too_large`,
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
  const database = isOfDatabase(given) ? await find(ctx, databaseId) : null;
  if (!database) {
    await countGuess(ctx, null, given);
    throw wrongPassword(given);
  }
  noteSubject(ctx, { databaseId });
  const login = passwordLogin(ctx, database, role, password);
  const open = async () => {
    const isKnown = await countGuess(ctx, database, given);
    if (isKnown) requireUsable(database);
    return openAsGiven(given, login.open);
  };
  const requireReuse = () => requireUsable(database);
  return runPooled(ctx, { ...login, open, requireReuse }, caller, { request, run: runRequest });
}

async function find(ctx: SqlContext, databaseId: string): Promise<SqlDatabase | null> {
  await requireWithinLimit(ctx, DATABASE_SQL_LIMIT, `${DATABASE_SQL_LIMIT.name}:${databaseId}`, "Too many requests.");
  return ctx.sqlDatabases.find(databaseId);
}

async function openAsGiven(given: ConnectionString, open: () => Promise<CustomerSession>): Promise<CustomerSession> {
  try {
    return await open();
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    const isWrong = error instanceof ServiceError && error.code === "conflict" && WRONG.has(codeOf(cause) ?? null);
    throw isWrong ? wrongPassword(given) : error;
  }
}

function wrongPassword({ role }: ConnectionString): ServiceError {
  const message = `password authentication failed for user "${role}"`;
  return sqlError(new StatementError(message, { sqlState: SQLSTATE.invalidPassword }));
}

function notAConnectionString(): ServiceError {
  return sqlError(
    new StatementError("This isn't a connection string with a role and a password.", {
      sqlState: SQLSTATE.invalidAuthorizationSpecification,
      hint: "Copy it from Connect on the database's page.",
    }),
  );
}
