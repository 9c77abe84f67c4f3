import { type ResultLimits, StatementError, type StatementResult } from "@/lib/core/ports/customer-session";
import type { ParsedStatement } from "../grammar/parse";
import type { SucceededStatement } from "./resource";
import type { RunSession } from "./run-session";

/** The statements that leave nothing to undo, and yet change the state that others meet. */
export const AUDITED: ReadonlySet<string> = new Set([
  "NotifyStmt",
  "AlterRoleSetStmt",
  "ReindexStmt",
  "ClusterStmt",
  "VacuumStmt",
]);

export interface Executed {
  result: StatementResult;
  change: SucceededStatement["change"];
  /** The ids of the changes that a COMMIT made lasting. */
  committed?: string[];
}

export interface Execution {
  run: RunSession;
  statement: ParsedStatement;
  statementId: string;
}

/** Returns the limits of a result whose statement has to run to its end. */
export function runToEnd(run: RunSession): ResultLimits {
  return { ...run.budget.limits, runsToEnd: true };
}

export function isRefusal(error: unknown, isMeant: (code: string | null) => boolean): error is StatementError {
  return error instanceof StatementError && isMeant(error.sqlState);
}
