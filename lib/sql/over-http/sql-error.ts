import { ServiceError } from "@/lib/core/errors";
import type { PostgresErrorFields, StatementError } from "@/lib/core/ports/customer-session";

const NO_FIELDS: PostgresErrorFields = {
  severity: "ERROR",
  code: null,
  detail: null,
  hint: null,
  position: null,
  internalPosition: null,
  internalQuery: null,
  where: null,
  schema: null,
  table: null,
  column: null,
  dataType: null,
  constraint: null,
};
/** Neon's driver expects these too. They name the server's own source, which is nobody's concern. */
const WITHHELD = { file: null, line: null, routine: null };

/** Returns the fields of an error that the service itself finds, as Postgres would send them. */
export function fieldsOf(message: string, sqlState: string): Record<string, string | null> {
  return { message, ...NO_FIELDS, code: sqlState, ...WITHHELD };
}

/** Returns an error of Postgres with its fields at the top of the body, where Neon's driver reads them. */
export function sqlError(error: StatementError): ServiceError {
  const { message, sqlState, hint, position, sent } = error;
  const own = { ...NO_FIELDS, code: sqlState, hint, position: position === null ? null : String(position + 1) };
  const fields = { message, ...(sent ?? own), ...WITHHELD };
  return new ServiceError("sql_error", message, { fields, cause: error });
}
