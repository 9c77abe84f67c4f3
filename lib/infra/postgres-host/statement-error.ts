import pg from "pg";
import { ServiceError } from "@/lib/core/errors";
import { type PostgresErrorFields, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { codePointOffset } from "@/lib/core/text-offsets";
import { asHostError } from "./connection";

/** SQLSTATEs of a session that an administrator, a crash, a timeout or a stopping server ended. */
const SESSION_ENDED: ReadonlySet<string> = new Set([
  SQLSTATE.adminShutdown,
  SQLSTATE.crashShutdown,
  SQLSTATE.cannotConnectNow,
  SQLSTATE.idleInTransactionSessionTimeout,
]);

export function asStatementError(error: unknown, text: string): unknown {
  // An error of a copy's source is the caller's own.
  if (error instanceof ServiceError || error instanceof StatementError) return error;
  // An error of Postgres is recognised by its code alone: its message may quote anything.
  if (!(error instanceof pg.DatabaseError) || SESSION_ENDED.has(error.code ?? "")) return asHostError(error);
  const { message, code = null, detail = null, hint = null, where: context = null, position } = error;
  const offset = position === undefined ? null : codePointOffset(text, Number(position) - 1);
  const facts = { sqlState: code, detail, hint, context, position: offset, sent: fieldsOf(error) };
  return new StatementError(message, facts, error);
}

/** Leaves out where in the server's own source the error arose. */
function fieldsOf(error: pg.DatabaseError): PostgresErrorFields {
  return {
    severity: error.severity ?? null,
    code: error.code ?? null,
    detail: error.detail ?? null,
    hint: error.hint ?? null,
    position: error.position ?? null,
    internalPosition: error.internalPosition ?? null,
    internalQuery: error.internalQuery ?? null,
    where: error.where ?? null,
    schema: error.schema ?? null,
    table: error.table ?? null,
    column: error.column ?? null,
    dataType: error.dataType ?? null,
    constraint: error.constraint ?? null,
  };
}
