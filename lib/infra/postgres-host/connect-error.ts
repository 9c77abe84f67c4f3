import pg from "pg";
import { HostUnavailableError, ServiceError } from "@/lib/core/errors";
import { SQLSTATE } from "@/lib/core/sql-state";
import { asHostError } from "./connection";

/** SQLSTATEs of a database that accepts no connection or is not there any more. */
const BEING_CHANGED: ReadonlySet<string> = new Set([
  SQLSTATE.objectNotInPrerequisiteState,
  SQLSTATE.insufficientPrivilege,
  SQLSTATE.invalidCatalogName,
]);

/** Returns the message for a session that the server refused. */
export function asConnectError(error: unknown): unknown {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code === SQLSTATE.tooManyConnections) {
    return new ServiceError("database_not_ready", "All connections that the database may have are in use.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  if (refusesLibrary(error)) {
    const message =
      "The database's role sets local_preload_libraries to a library that PostgreSQL can't load, so connections fail. Rotate the credential to reset it.";
    return new ServiceError("conflict", message, { cause: error });
  }
  if (BEING_CHANGED.has(code ?? "")) {
    return new ServiceError("database_not_ready", "The database is being changed.", {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  if (code === SQLSTATE.invalidPassword || code === SQLSTATE.invalidAuthorizationSpecification) {
    const message = "The database's password was changed with SQL. Rotate the credential to connect from here.";
    return new ServiceError("conflict", message, { cause: error });
  }
  const failure = asHostError(error);
  return failure instanceof ServiceError
    ? failure
    : new HostUnavailableError("The database's host refused the connection.", error);
}

/** Returns whether a session failed at a library that the role's settings name, which Postgres loads after the password. */
export function refusesLibrary(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.code === SQLSTATE.undefinedFile) return true;
  return error.code === SQLSTATE.insufficientPrivilege && /access to library/.test(error.message);
}
