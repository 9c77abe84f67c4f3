import { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { refusalForReaders } from "../grammar/effect";
import { parseStatements, StatementSyntaxError } from "../grammar/parse";

/** Throws a `StatementError` for a statement that who may only read cannot run. */
export async function requireForReaders(text: string): Promise<void> {
  try {
    for (const statement of await parseStatements(text)) {
      const refusal = refusalForReaders(statement);
      if (refusal !== null) throw new StatementError(refusal, { sqlState: SQLSTATE.insufficientPrivilege });
    }
  } catch (error) {
    if (!(error instanceof StatementSyntaxError)) throw error;
    throw new StatementError(error.message, { sqlState: error.sqlState, position: error.position }, error);
  }
}
