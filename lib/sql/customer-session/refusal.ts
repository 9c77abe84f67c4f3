import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";

/** Runs `work` and turns an error of PostgreSQL into one that the page can show: `invalid_request` or `conflict`. */
export async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    const options = { cause: error };
    if (error.sqlState === SQLSTATE.duplicateTable) {
      throw new ServiceError("conflict", `The name is taken: ${error.message}.`, options);
    }
    if (error.sqlState === SQLSTATE.queryCanceled) {
      throw new ServiceError("invalid_request", "PostgreSQL took too long. Ask for less, or add an index.", options);
    }
    if (error.sqlState === SQLSTATE.lockNotAvailable) {
      throw new ServiceError("conflict", "Another session has locked the table. Try again when it's done.", options);
    }
    throw new ServiceError("invalid_request", `PostgreSQL refused this: ${error.message}.`, options);
  }
}
