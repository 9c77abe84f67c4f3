import pg from "pg";
import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";
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
  // What the source of a copy throws is the caller's own.
  if (error instanceof ServiceError) return error;
  // An error of Postgres is recognised by its code alone: its message may quote anything.
  if (!(error instanceof pg.DatabaseError) || SESSION_ENDED.has(error.code ?? "")) return asHostError(error);
  const { message, code = null, detail = null, hint = null, where: context = null, position } = error;
  const offset = position === undefined ? null : codePointOffset(text, Number(position) - 1);
  return new StatementError(message, { sqlState: code, detail, hint, context, position: offset }, error);
}
