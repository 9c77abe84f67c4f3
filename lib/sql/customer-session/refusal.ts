import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";

const DUPLICATE_TABLE = "42P07";
const QUERY_CANCELED = "57014";
const LOCK_NOT_AVAILABLE = "55P03";

/** What PostgreSQL says of a statement that a page made is told to who asked for the page. */
export async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    const options = { cause: error };
    if (error.sqlState === DUPLICATE_TABLE) {
      throw new ServiceError("conflict", `There is one already: ${error.message}.`, options);
    }
    if (error.sqlState === QUERY_CANCELED) {
      throw new ServiceError("invalid_request", "PostgreSQL needed too long; ask for less, or add an index.", options);
    }
    if (error.sqlState === LOCK_NOT_AVAILABLE) {
      throw new ServiceError("conflict", "Another session has locked the table; try again when it is done.", options);
    }
    throw new ServiceError("invalid_request", `PostgreSQL refuses this: ${error.message}.`, options);
  }
}
