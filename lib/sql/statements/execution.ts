import { StatementError, type StatementResult } from "@/lib/core/ports/customer-session";
import type { ParsedStatement } from "../grammar/parse";
import type { SucceededStatement } from "./resource";
import type { RunSession } from "./run-session";

export const RESULT_LIMITS = { maxRows: 100_000, maxCharacters: 24 * 1024 * 1024 };

export interface Executed {
  result: StatementResult;
  change: SucceededStatement["change"];
}

export interface Execution {
  run: RunSession;
  statement: ParsedStatement;
  statementId: string;
}

/** Returns the part of a result that is shown, for a statement that had to run to its end. */
export function bounded(result: StatementResult): StatementResult {
  if (result.rows.length <= RESULT_LIMITS.maxRows) return result;
  return { ...result, rows: result.rows.slice(0, RESULT_LIMITS.maxRows), isTruncated: true };
}

export function isRefusal(error: unknown, isMeant: (code: string | null) => boolean): error is StatementError {
  return error instanceof StatementError && isMeant(error.sqlState);
}
